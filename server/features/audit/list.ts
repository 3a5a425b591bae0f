import { sql } from 'kysely';
import { AuditAct } from '../../../contract/audit.ts';
import type * as contract from '../../../contract/audit.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import { seesAuditEntry } from '../../access/rules/sees-reports.ts';
import { col, bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface Row {
  id: number;
  public_id: string;
  at: number;
  act: string;
  target: string | null;
  actor: string | null;
  member: string | null;
}

const day = 24 * 60 * 60_000;

/** The exclusive end of the period in epoch ms; a `to` without a time includes its whole day. */
const endOf = (to: string): number => Date.parse(to) + (to.includes('T') ? 0 : day);

/** A page of the log for administrators, latest first. */
export const listAuditEntries = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.list>,
): Promise<Output<typeof contract.list>> => {
  const size = input.limit ?? limits.pageDefault;
  const [at, id] = input.cursor ? cursors.open('audit', input.cursor) : [];
  const me = bind(viewer.id);
  const conditions = [
    seesAuditEntry(me, col('a.about_id')),
    sql`a.act in (${sql.join(input.act ? [input.act] : AuditAct.options)})`,
    ...(input.from === undefined ? [] : [sql`a.at >= ${Date.parse(input.from)}`]),
    ...(input.to === undefined ? [] : [sql`a.at < ${endOf(input.to)}`]),
    ...(at === undefined || id === undefined ? [] : [sql`(a.at, a.id) < (${at}, ${id})`]),
  ];
  const { rows } = await sql<Row>`
    select page.id, page.public_id, page.at, page.act, page.target,
      case when actor.id is not null then ${selectPerson(me, 'actor')} end as actor,
      case when member.id is not null then ${selectPerson(me, 'member')} end as member
    from (
      select a.id, a.public_id, a.at, a.act, a.target, a.actor_id from audit a
      where ${sql.join(conditions, sql` and `)} order by a.at desc, a.id desc limit ${size + 1}
    ) page
    left join users actor on actor.id = page.actor_id
    left join users member on member.public_id = page.target
    order by page.at desc, page.id desc`.execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal('audit', last.at, last.id));
  return {
    items: page.map((row) => ({
      id: row.public_id,
      at: time(row.at),
      act: AuditAct.parse(row.act),
      actor: row.actor === null ? null : readPerson(row.actor),
      target:
        row.target === null
          ? null
          : { id: row.target, member: row.member === null ? null : readPerson(row.member) },
    })),
    nextCursor,
  };
};
