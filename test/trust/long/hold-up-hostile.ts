import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import * as auth from '../../../contract/auth.ts';
import * as bugs from '../../../contract/bug-reports.ts';
import * as circles from '../../../contract/circles.ts';
import * as contacts from '../../../contract/contacts.ts';
import * as media from '../../../contract/media.ts';
import * as members from '../../../contract/members.ts';
import * as notifications from '../../../contract/notifications.ts';
import * as posts from '../../../contract/posts.ts';
import { formOf } from '../../harness/person.ts';
import { standElsewhere } from './elsewhere.ts';
import { Remote } from './hold-up-people.ts';

// A process for hold-up.ts: a hostile visitor and a hostile member do their worst until it is killed.
await standElsewhere();

const [url = '', cookie = '', pushUrl = '', password = ''] = process.argv.slice(2);
const visitor = new Remote('Visitor', url, '203.0.113.7');
const member = Object.assign(new Remote('Hostile', url, '203.0.113.8'), { cookie });
const counts: Record<string, number> = {};

/** Repeats an action, several at a time. Refusals by the server are expected. */
const flood = (name: string, width: number, act: (round: number) => Promise<{ status: number } | void>) => {
  for (let lane = 0; lane < width; lane++) {
    void (async () => {
      for (let round = lane; ; round += width) {
        const outcome = await act(round).then(
          (answer) => String(answer?.status ?? 'done'),
          () => 'cut off',
        );
        const key = `${name} ${outcome}`;
        counts[key] = (counts[key] ?? 0) + 1;
        // Pause after a refusal, or the test would measure little but refusals.
        await wait(outcome === '429' || outcome === '503' || outcome === 'cut off' ? 100 : 1);
      }
    })();
  }
};

const json = (body: string) => ({ body, headers: { 'content-type': 'application/json' } });
const keys = `{${Array.from({ length: 6_500 }, (_, at) => `"${at.toString(36)}":1`).join(',')}}`;
const deep = `{"email":${'['.repeat(32_000)}${']'.repeat(32_000)}}`;
const large = `"${'x'.repeat(12_000_000)}"`;
flood('bodies', 4, (round) =>
  visitor.request(
    'POST',
    [auth.login, auth.register][round % 2]?.path ?? '',
    json([keys, deep][round % 2] ?? ''),
  ),
);
flood('large bodies', 2, () => visitor.request('POST', bugs.send.path, json(large)));

const noise = await sharp({
  create: {
    width: 4_500,
    height: 3_000,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 8 },
  },
})
  .png({ palette: true, colours: 16 })
  .toBuffer();
const photo = new Blob([new Uint8Array(noise)]);
flood('photos', 24, () => member.call(media.upload, formOf({ photo })));
const report = { title: 'Nothing works', description: 'Nothing works at all here.', severity: 'low' };
flood('screenshots', 1, () => visitor.call(bugs.send, formOf({ ...report, screenshot: photo })));

for (let at = 0; at < 20; at++)
  await member.call(notifications.subscribePush, { endpoint: `${pushUrl}/${at}` });
// Each sign-in from an unknown browser is pushed to all of these subscriptions.
flood('sign-ins', 1, async () => {
  const twin = new Remote('Hostile', url, member.address);
  return twin.call(auth.login, { email: twin.email, password });
});

const heavy = [
  () => member.call(posts.groupedByPriority),
  () => member.call(posts.feed, { limit: '50', sort: 'oldest' }),
  () => member.call(posts.feed, { limit: '50', sort: 'popular' }),
  () => member.call(contacts.list),
  () => member.call(circles.list),
  () => member.call(members.search, { q: 'a'.repeat(127) }),
];
flood('reads', 8, async (round) => heavy[round % heavy.length]?.());

const { port } = new URL(url);
const send = async (text: string, then: (socket: ReturnType<typeof connect>) => void) => {
  const socket = connect(Number(port), 'localhost');
  socket.on('error', () => undefined);
  socket.write(text);
  then(socket);
  await once(socket, 'close');
};
const begun = 'HTTP/1.1\r\nhost: localhost\r\n';
flood('half-open', 200, () => send(`GET / ${begun}`, (socket) => socket.resume()));
const signedIn = `${begun}cookie: ${cookie}\r\nx-forwarded-for: ${member.address}\r\n\r\n`;
// Requests megabytes, and reads nothing of the answer for a minute.
flood('slow reads', 50, () =>
  send(`GET /api/posts/feed?limit=50 ${signedIn}`.repeat(40), (socket) => {
    socket.pause();
    setTimeout(() => socket.destroy(), 60_000);
  }),
);

process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit());
