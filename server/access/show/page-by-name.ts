import { sql } from 'kysely';
import { type Cursors, pageOf } from '../../platform/text/cursor.ts';

interface NameRow {
  /** Null on an empty page: the row then only carries what the query selects besides members, such as a total. */
  id: number | null;
  search_text: string;
}

/**
 * Prepares the query of one page of a list of members, sorted by name. @throws invalid for a cursor of another list
 */
export const openPageByName = (
  cursors: Cursors,
  { list, cursor, size }: { list: string; cursor: string | undefined; size: number },
) => {
  const after = cursor === undefined ? null : cursors.openName(list, cursor);
  const rest = after ? sql`and (u.search_text, u.id) > (${after.name}, ${after.id})` : sql``;
  return {
    /** The end of a query: joins the page's members as `u`. `table` has the keys of all members of the list as `id`. */
    join: (table: string) => sql`
      left join (select u.id from ${sql.table(table)} listed cross join users u where u.id = listed.id ${rest}
        order by u.search_text, u.id limit ${size + 1}) one on true
      left join users u on u.id = one.id order by u.search_text, u.id`,
    read: <Row extends NameRow>(rows: readonly Row[]) =>
      pageOf(
        rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }])),
        size,
        (last) => cursors.sealName(list, last.search_text, last.id),
      ),
  };
};
