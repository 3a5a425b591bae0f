import { sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { directory } from '../../../contract/members.ts';
import { readCircles, readMember, selectMember, selectOwnCircles } from '../../access/show/present.ts';
import { isListed, bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

/** A page of the other members, by name, from page 0 on; `total` counts those that the viewer can page through. */
export const listMembers = async (
  q: Queries,
  viewer: Viewer,
  page: number,
): Promise<Output<typeof directory>> => {
  const listed = sql`
    from users m where m.id <> ${viewer.id} and m.in_directory = 1 and ${isListed(bind(viewer.id), 'm', Date.now())}`;
  const { rows } = await sql<{ member: string; circles: string | null }>`
    select ${selectMember(bind(viewer.id), 'u')} as member, ${selectOwnCircles(bind(viewer.id), 'u')} as circles
    from (
      select m.id ${listed} order by m.search_text, m.id
      limit ${limits.directoryPage} offset ${page * limits.directoryPage}
    ) card join users u on u.id = card.id
    order by u.search_text, u.id`.execute(q);
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${listed}`.execute(q);
  const items = rows.map((row) => ({ ...readMember(row.member), circles: readCircles(row.circles) }));
  return { items, total: counted[0]?.total ?? 0 };
};
