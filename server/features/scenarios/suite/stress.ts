import { connect } from 'node:net';
import * as circles from '../../../../contract/circles.ts';
import * as comments from '../../../../contract/comments.ts';
import * as likes from '../../../../contract/likes.ts';
import * as posts from '../../../../contract/posts.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { Scenario } from '../scenario.ts';

const times = <T>(count: number, act: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)));

export const stress: readonly Scenario[] = [
  {
    id: 'fifty-likes',
    name: 'Fifty likes in a second',
    description: 'One member, one moment, no patience: it counts once.',
    category: 'stress_test',
    priority: 'low',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const post = await ana.posts('Here', await ana.makesCircle('Family'));
      await times(50, () => ana.ask(likes.like, { id: post.id }));
      const { likesCount } = await ana.ask(posts.get, { id: post.id });
      expect(likesCount === 1, `It counts ${likesCount}.`, 'high');
    },
  },
  {
    id: 'likes-back-and-forth',
    name: 'Like, unlike, like',
    description: 'Ten people like and unlike at once; the number agrees with those who like in the end.',
    category: 'stress_test',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, ...others] = await stage.people('Ana', 'Ben', 'Cleo', 'Dan', 'Eve');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ...others);
      const post = await ana.posts('Here', family);
      await Promise.all(
        others.flatMap((who) =>
          [likes.like, likes.unlike, likes.like, likes.unlike].map((way) => who.call(way, { id: post.id })),
        ),
      );
      const liking = await Promise.all(others.map((who) => who.ask(likes.liked, { id: post.id })));
      const { likesCount } = await ana.ask(posts.get, { id: post.id });
      const really = liking.filter((answer) => answer.isLiked).length;
      expect(likesCount === really, `The moment says ${likesCount}, ${really} people like it.`);
    },
  },
  {
    id: 'comments-at-once',
    name: 'Everybody talks at once',
    description: 'A hundred comments by five people at once: all are there, and counted.',
    category: 'stress_test',
    priority: 'high',
    act: async (stage, { expect }) => {
      const everyone = await stage.people('Ana', 'Ben', 'Cleo', 'Dan', 'Eve');
      const [ana, ...others] = everyone;
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ...others);
      const post = await ana.posts('Here', family);
      await times(100, (at) => (everyone[at % 5] ?? ana).comments(post, `Word ${at}`));
      const { commentsCount } = await ana.ask(posts.get, { id: post.id });
      expect(commentsCount === 100, `The moment says ${commentsCount}.`);
      const { items } = await ana.ask(comments.list, { id: post.id, limit: '50' });
      expect(new Set(items.map(({ content }) => content)).size === 50, 'A page holds a comment twice.');
    },
  },
  {
    id: 'same-circle-twice',
    name: 'Added ten times at once',
    description: 'The same person is added to a circle ten times at once; the circle counts them once.',
    category: 'stress_test',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const family = await ana.makesCircle('Family');
      const answers = await times(10, () => ana.call(circles.addMember, { id: family.id, userId: ben.id }));
      expect(
        answers.every(({ status }) => status === 200 || status === 201),
        'One of them failed.',
      );
      const { memberCount, members } = await ana.ask(circles.get, { id: family.id });
      expect(memberCount === 2 && members.length === 2, `It counts ${memberCount}, lists ${members.length}.`);
    },
  },
  {
    id: 'post-sent-again',
    name: 'Sent again, and again',
    description: 'A phone that lost the answer sends a moment eight times with one key: one moment.',
    category: 'stress_test',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const family = await ana.makesCircle('Family');
      const headers = { 'idempotency-key': 'one-and-the-same' };
      const answers = await times(8, () =>
        ana.request('POST', '/api/posts', { form: ana.form('Once', [family]), headers }),
      );
      expect(
        answers.every(({ status }) => status < 500),
        'One of them was answered with an error of ours.',
      );
      const { items } = await ana.ask(posts.feed, {});
      expect(items.length === 1, `${items.length} moments were made.`);
    },
  },
  {
    id: 'hundred-readers',
    name: 'A hundred readers',
    description: 'A hundred reads of the feed at once; each gets its answer.',
    category: 'stress_test',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben);
      await ana.posts('Here', family);
      const answers = await times(100, () => ben.call(posts.feed));
      expect(
        answers.every(({ status }) => status === 200),
        'Not every reader got the feed.',
      );
      const slowest = Math.max(...answers.map(({ took }) => took));
      expect(slowest < 5_000, `The slowest took ${Math.round(slowest)} ms.`);
    },
  },
  {
    id: 'photos-at-once',
    name: 'Twenty photos at once',
    description: 'Two moments of ten photos each, sent together.',
    category: 'stress_test',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const family = await ana.makesCircle('Family');
      const ten = Array.from({ length: 10 }, (_, at) => drawPhoto(640 + at, 480));
      const made = await times(2, (at) => ana.ask(posts.create, ana.form(`Walk ${at}`, [family], ten)));
      expect(
        made.every(({ images }) => images.every((image, at) => image.width === 640 + at)),
        'Photos are missing, or out of order.',
      );
      const eleven = await ana.call(posts.create, ana.form('', [family], [...ten, drawPhoto()]));
      expect(eleven.status === 400, `Eleven photos got ${eleven.status}.`);
    },
  },
  {
    id: 'slow-clients',
    name: 'Slow clients',
    description: 'Thirty connections that begin a request and say no more; others are served meanwhile.',
    category: 'stress_test',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const open = await times(
        30,
        () =>
          new Promise<ReturnType<typeof connect>>((resolve, reject) => {
            const socket = connect(stage.address, () => {
              socket.write(
                'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n',
              );
              resolve(socket);
            });
            socket.on('error', reject);
          }),
      );
      const answers = await times(10, () => ana.call(posts.feed));
      expect(
        answers.every(({ status, took }) => status === 200 && took < 3_000),
        'Others had to wait for them.',
      );
      for (const socket of open) socket.destroy();
    },
  },
  {
    id: 'half-an-upload',
    name: 'Leaves mid-upload',
    description: 'Closes the tab while a photo is being sent: nothing of it stays.',
    category: 'stress_test',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const head =
        `POST /api/posts HTTP/1.1\r\nHost: localhost\r\nCookie: ${ana.cookie ?? ''}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="media"; filename="p.png"\r\n\r\n';
      await new Promise<void>((resolve, reject) => {
        const socket = connect(stage.address, () => {
          socket.write(head);
          socket.write(drawPhoto(64, 64).slice(0, 60), () => {
            socket.destroy();
            resolve();
          });
        });
        socket.on('error', reject);
      });
      const { status } = await ana.call(posts.feed);
      expect(status === 200, `Afterwards the feed answers ${status}.`);
      expect((await ana.ask(posts.feed, {})).items.length === 0, 'Half a moment was made.');
    },
  },
  {
    id: 'large-bodies',
    name: 'Bodies that are too large',
    description: 'Megabytes of JSON where kilobytes are expected.',
    category: 'stress_test',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const answers = await times(5, () => ana.call(circles.create, { name: 'x'.repeat(1_000_000) }));
      expect(
        answers.every(({ status }) => status === 413),
        `They got ${answers.map(({ status }) => status).join(', ')}.`,
      );
    },
  },
];
