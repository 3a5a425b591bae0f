import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as comments from '../../contract/comments.ts';
import * as notifications from '../../contract/notifications.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const byMailToo = { bell: true, email: true, push: false };

onBothDatabases('followers through their photos', (server) => {
  const says = async (
    who: Person,
    post: Post,
    content: string,
    more: { photoId?: string; replyTo?: string } = {},
  ) => {
    const said = await who.ask(comments.add, { id: post.id, content, ...more });
    await server().app.context.jobs.idle();
    return said;
  };
  const bellOf = async (who: Person) => {
    const { items } = await who.ask(notifications.list, {});
    return items.filter(({ kind }) => kind !== 'added_to_circle').map(({ kind }) => kind);
  };
  const isFollowing = async (who: Person, post: Post) =>
    (await who.ask(notifications.findFollowing, { id: post.id })).following;
  const subjects = async (who: Person) => (await server().mailsTo(who)).map(({ subject }) => subject);
  /** An album of the first member, to which the second and the third added a photo each. */
  const album = async (...people: [Person, Person, Person, ...Person[]]) => {
    const [author, ...others] = people;
    const circle = await author.makesCircle('Family');
    for (const who of others) await author.adds(who, circle);
    const post = await makeAlbum(author, circle);
    for (const who of others.slice(0, 2)) await addToAlbum(who, post, 1);
    const photos = await photosOfAlbum(author, post);
    const photoOf = (who: Person) => photos.find(({ addedBy }) => addedBy.id === who.id)?.id ?? assert.fail();
    for (const who of others)
      await who.ask(notifications.setPreferences, { followed_comment: byMailToo, answer: byMailToo });
    for (const who of people) await server().mailsTo(who);
    return { circle, post, photoOf };
  };
  const named = async (circle: Circle, who: Person) => who.posts('Elsewhere', { to: circle });

  test('the one who added a photo follows once there is a comment about it, and nobody else does', async () => {
    const [ann, ben, cleo, dora] = await server().members('Ann', 'Ben', 'Cleo', 'Dora');
    const { circle, post, photoOf } = await album(ann, ben, cleo, dora);
    await says(dora, post, 'Of all');
    assert.equal(await isFollowing(ben, post), false, 'no comment is about a photo');
    await says(dora, post, 'Lovely', { photoId: photoOf(ben) });
    assert.equal(await isFollowing(ben, post), true);
    assert.equal((await subjects(ben)).length, 1);
    assert.equal(await isFollowing(cleo, post), false, 'the photo is another one');
    const other = await makeAlbum(ann, circle);
    await addToAlbum(cleo, other, 1);
    assert.equal(await isFollowing(ben, other), false, 'the comment is in another moment');
  });

  test('a comment about one photo is news for the one who added it alone', async () => {
    const [eva, finn, gil, hedi] = await server().members('Eva', 'Finn', 'Gil', 'Hedi');
    const { circle, post, photoOf } = await album(eva, finn, gil, hedi);
    await says(finn, await named(circle, eva), 'said before, somewhere else');
    await says(hedi, post, 'Lovely', { photoId: photoOf(gil) });
    await says(hedi, post, 'Fine', { photoId: photoOf(finn) });
    assert.deepEqual((await subjects(gil)).length, 1, 'one comment is about a photo of theirs');
    assert.deepEqual((await subjects(finn)).length, 1);
    // Neither commented here: what is said of the whole album is no news to them.
    await says(hedi, post, 'Of all');
    assert.deepEqual(await subjects(finn), []);
    assert.deepEqual(await subjects(gil), []);
  });

  test('a member who added photos and comments follows all that is said', async () => {
    const [ida, jon, kim, lou] = await server().members('Ida', 'Jon', 'Kim', 'Lou');
    const { post } = await album(ida, jon, kim, lou);
    await says(jon, post, 'mine');
    await says(lou, post, 'Of all');
    assert.deepEqual(await bellOf(jon), ['followed_comment']);
    assert.deepEqual((await subjects(jon)).length, 1);
  });

  test('what was news stays after one deletes the own comment, also with photos here and elsewhere', async () => {
    const [mo, nia, ole, pia] = await server().members('Mo', 'Nia', 'Ole', 'Pia');
    const { circle, post } = await album(mo, nia, ole, pia);
    const other = await makeAlbum(mo, circle);
    await addToAlbum(pia, other, 1);
    const own = await says(pia, post, 'first');
    await says(ole, post, 'second');
    assert.deepEqual(await bellOf(pia), ['followed_comment']);
    assert.equal((await subjects(pia)).length, 1);
    await pia.ask(comments.remove, { id: own.id });
    assert.deepEqual(await bellOf(pia), ['followed_comment']);
  });

  test('an answer to a follower is mailed as that alone', async () => {
    const [quin, rob, sue, tom] = await server().members('Quin', 'Rob', 'Sue', 'Tom');
    const { post } = await album(quin, rob, sue, tom);
    const first = await says(rob, post, 'first');
    await says(tom, post, 'Indeed', { replyTo: first.id });
    assert.equal((await subjects(rob)).length, 1);
    assert.deepEqual(await bellOf(rob), ['answer']);
  });
});
