import { createServer } from '../../../server/app.ts';
import { createLog } from '../../../server/platform/log.ts';
import { readSettings } from '../../../server/settings.ts';
import { copyOfSqlite } from '../databases.ts';
import type { Figure } from '../figures.ts';
import { readFeed } from '../pages.ts';
import { inFifty } from '../people.ts';
import { cookieOf } from '../sessions.ts';

/** The number of SQL statements of an answer, including the session's. */
export const statements = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(10_000);
  const settings = readSettings({ PORT: '0', DATA_DIR: folder.dataDir, RATE_LIMIT_FACTOR: '0' });
  const circle = await createServer(settings, createLog('silent'), { webFolder: folder.dataDir });
  const { db } = circle.context;
  const headers = { cookie: cookieOf(inFifty.from) };
  const count = async (path: string): Promise<{ used: number; body: string }> => {
    const before = db.statements.count;
    const answer = await circle.http.inject({ url: path, headers });
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} from ${path}`);
    return { used: db.statements.count - before, body: answer.body };
  };
  try {
    const { used, body } = await count('/api/posts/feed');
    const { items } = readFeed(body);
    const [post] = items;
    const inCircle = items.flatMap((item) => item.circles)[0]?.id ?? '';
    const others = [
      `/api/posts/feed?circleId=${inCircle}`,
      '/api/posts/grouped-by-priority',
      `/api/posts/${post?.id}`,
      `/api/posts/${post?.id}/comments`,
      `/api/posts/${post?.id}/liked`,
      `/api/posts/user/${post?.author.id}`,
      `/api/users/${post?.author.id}`,
      '/api/user',
      '/api/user/stats',
      '/api/circles',
      `/api/circles/${inCircle}`,
      '/api/contacts',
      '/api/invites',
      '/api/blocks',
      '/api/notifications',
      '/api/notifications/unread',
    ];
    const counts = [];
    for (const path of others) counts.push({ path, used: (await count(path)).used });
    const most = counts.toSorted((a, b) => b.used - a.used)[0];
    const shown = most?.path.replaceAll(/[0-9a-f]{32}/g, '…') ?? '';
    return [
      {
        what: 'Statements for the feed',
        floor: '',
        value: String(used),
        judged: used,
        budget: { atMost: 3 },
      },
      {
        what: `Statements for any other of ${others.length} pages`,
        floor: '',
        value: `${most?.used ?? 0}: \`${shown}\``,
        judged: most?.used ?? 0,
        budget: { atMost: 6 },
      },
    ];
  } finally {
    await circle.close();
    folder.remove();
  }
};
