import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as likes from '../../contract/likes.ts';
import * as members from '../../contract/members.ts';
import * as posts from '../../contract/posts.ts';
import * as questions from '../../contract/questions.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { addToAlbum, makeAlbum } from '../harness/albums.ts';
import { lateCircle } from '../harness/family-circle.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';
import { uploadVoice } from '../harness/videos.ts';

/** The moments of a list by id, as they arrive. */
const momentsIn = (json: unknown): Map<unknown, unknown> => {
  const items: unknown = Reflect.get(Object(json), 'items');
  assert.ok(Array.isArray(items));
  return new Map(items.map((item) => [Reflect.get(Object(item), 'id'), item]));
};

onBothDatabases('the feed', (server) => {
  // Letters are tested elsewhere.
  afterEach(async () => {
    await server().app.context.jobs.idle();
    for (const name of ['ann', 'ben', 'cleo', 'dan']) server().mailbox.take(`${name}@example.org`);
  });

  // The feed is written from kept pieces, and other lists by the schema of their answer.
  test('shows the same fields of every kind of moment as other lists do', async () => {
    const { author: ann, others, circle } = await lateCircle(server(), ['Ann', 'Ben', 'Cleo', 'Dan']);
    const [ben, cleo, dan] = others;
    assert.ok(ben && cleo && dan);
    for (const who of [ann, ben])
      await who.ask(
        members.editProfile,
        formOf({ profileImage: new Blob([new Uint8Array(await plainPhoto())]) }),
      );
    const second = await ann.makesCircle('A "second" \\ circle');
    await ann.adds(ben, second);
    await ann.posts('He said "go",\n\\o/ </script> \u2028 😀 \u0007', { to: [circle, second] });
    const photos = [await plainPhoto(), await plainPhoto(1_200, 900)];
    const withPhotos = await ann.posts('', {
      to: circle,
      photos,
      more: { alts: JSON.stringify(['A "lake"', '']) },
    });
    await ann.ask(posts.edit, { id: withPhotos.id, content: 'Later words' });
    await ann.posts('', { to: circle, more: { voiceId: (await uploadVoice(ann, 'note.webm', 'Bread')).id } });
    await ann.posts(`Look, @{${ben.id}}`, {
      to: circle,
      more: { mentions: JSON.stringify([ben.id]), hiddenFrom: JSON.stringify([dan.id]) },
    });
    const album = await makeAlbum(ann, circle, { photos: 3 });
    await addToAlbum(ben, album, 1);
    await addToAlbum(cleo, album, 4);
    await dan.ask(blocking.block, { id: cleo.id });
    await cleo.ask(questions.ask, { id: circle.id, userId: ben.id, words: 'Who taught you to "swim"?' });
    await makeAllLetters(server().app.context, Date.now());
    const [question] = (await ben.ask(questions.waiting, {})).items;
    assert.ok(question);
    await ben.posts('My aunt', { to: circle, more: { questionId: question.id } });
    const liked = await ben.posts('Cake', { to: circle });
    for (const who of [ann, cleo]) await who.ask(likes.like, { id: liked.id });
    await ann.comments(liked, 'Yum');

    // Full-size copies of photos change their addresses.
    await server().app.context.jobs.idle();

    const readsAlike = async (reader: Person, count: number) => {
      const { json, text } = await reader.call(posts.feed, { limit: '50' });
      assert.equal(text, JSON.stringify(json), 'no field stands twice');
      const fed = momentsIn(json);
      assert.equal(fed.size, count, reader.name);
      const listed = new Map<unknown, unknown>();
      for (const author of [ann, ben]) {
        const answer = await reader.call(posts.ofMember, { usernameOrId: author.id, limit: '50' });
        for (const [id, moment] of momentsIn(answer.json)) listed.set(id, moment);
      }
      assert.deepEqual(fed, listed, reader.name);
    };
    // Once with pieces that were just read, once with those that were kept.
    for (let round = 0; round < 2; round += 1) {
      await readsAlike(ann, 7);
      await readsAlike(ben, 7);
      await readsAlike(cleo, 7);
      await readsAlike(dan, 6);
    }
  });
});
