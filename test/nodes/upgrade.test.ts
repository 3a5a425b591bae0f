import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import * as invitations from '../../contract/invitations.ts';
import { allTables } from '../../server/platform/db/backup-tables.ts';
import { changeSchema, knownMigrations } from '../../server/platform/db/migrate.ts';
import { Person } from '../harness/person.ts';
import { longTest } from '../runner/long-test.ts';
import { Machines, until } from './machines.ts';
import { Writers } from './writers.ts';

let machines: Machines;
before(async () => {
  machines = await Machines.open({ count: 3 });
});
after(() => machines.close());

test('three servers that start together on an empty database set it up once, with one first link', async () => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    machines.db.read,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...knownMigrations].toSorted(),
  );
  const linksNow = () =>
    machines.all.flatMap(({ said }) => said.flatMap((line) => /join\/(\w+)$/.exec(line)?.[1] ?? []));
  await until('each node has printed a link', async () => linksNow().length === 3);
  const links = linksNow();
  const visitor = new Person('Visitor', machines.all[0]?.url ?? '');
  const answers = await Promise.all(links.map((code) => visitor.call(invitations.preview, { code })));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404],
  );
});

longTest(
  'a running server continues while a newer version adds to the schema, and an older version refuses to start on it',
  async (t) => {
    const writers = await Writers.gather(machines, ['Ana', 'Ben', 'Cara', 'Dean']);
    writers.start();
    await writers.more(10);
    await changeSchema(machines.db, async ({ q }) => {
      for (const table of allTables) {
        await sql`alter table ${sql.table(table)} add column added_later bigint not null default 0`.execute(
          q,
        );
      }
      await sql`create table made_later (id bigint primary key)`.execute(q);
      await sql`insert into migrations (name, at) values ('9999-later', 0)`.execute(q);
    });
    await writers.more(20);
    await writers.stop();
    t.diagnostic(`${writers.count} acknowledged writes around the migration`);
    assert.deepEqual(writers.wrong, []);
    assert.deepEqual(writers.failed, { unavailable: 0, cut: 0 });
    for (const machine of machines.all) await writers.areAllThere(machine);
    await writers.mailsHaveCome();

    const older = await machines.another();
    await assert.rejects(older.start(), /newer Circle \(it knows 9999-later\)/);
    assert.equal(older.said.length, 1);
  },
);

test('a service that is unreachable at the start is reported in one line', async () => {
  const lost = await machines.another({ DATABASE_URL: 'postgres://circle:x@127.0.0.1:1/circle' });
  await assert.rejects(lost.start(), /The database cannot be used: .*ECONNREFUSED.* \(DATABASE_URL\)/);
  const locked = await machines.another({
    S3_SECRET_ACCESS_KEY: 'guessed',
    DATABASE_URL: '',
  });
  await locked.start();
  const line = /^Photos can be neither shown nor taken: .*403 SignatureDoesNotMatch\..*S3_SECRET_ACCESS_KEY/;
  await until('it has said so', async () => locked.said.some((said) => line.test(said)));
  await locked.end('SIGTERM');
});
