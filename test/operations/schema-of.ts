import { sql } from 'kysely';
import type { Database } from '../../server/platform/db/database.ts';

const oneSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const lines = async (db: Database, statement: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`${sql.raw(statement)}`.execute(db.read);
  return rows.map(({ line }) => oneSpace(line));
};

// Tables by SQLite's pragmas; indexes, triggers and the order of rows by the words of their statements.
const onSqlite = [
  `select 'column ' || t.name || '.' || c.cid || ' ' || c.name || ' ' || lower(c.type) || case when c."notnull" then ' not null' else '' end
      || coalesce(' default ' || c.dflt_value, '') || case when c.pk then ' key ' || c.pk else '' end || case when c.hidden then ' hidden' else '' end as line
    from sqlite_master t, pragma_table_xinfo(t.name) c where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`,
  `select 'reference ' || t.name || '(' || group_concat(f."from", ', ' order by f.seq) || ') ' || f."table" || '('
      || group_concat(coalesce(f."to", '?'), ', ' order by f.seq) || ') on delete ' || f.on_delete as line
    from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table' group by t.name, f.id`,
  `select 'unique ' || t.name || '(' || (select group_concat(i.name, ', ' order by i.seqno) from pragma_index_info(l.name) i) || ')' as line
    from sqlite_master t, pragma_index_list(t.name) l where t.type = 'table' and l.origin = 'u'`,
  `select 'stored ' || name || case when lower(sql) like '%without rowid' then ' by its key' else '' end
      || case when lower(sql) like '%autoincrement%' then ' with keys given once' else '' end
      || case when lower(sql) like '%virtual%' then ' ' || sql else '' end
      || case when lower(sql) like '%check%' then ' checked' else '' end as line
    from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  `select type || ' ' || name || ': ' || sql as line from sqlite_master where type in ('index', 'trigger', 'view') and sql is not null`,
];

const onPostgres = [
  `select 'column ' || c.table_name || '.' || row_number() over (partition by c.table_name order by c.ordinal_position)
      || ' ' || c.column_name || ' ' || c.data_type
      || coalesce(' collate ' || c.collation_name, '') || case c.is_nullable when 'NO' then ' not null' else '' end
      || coalesce(' default ' || c.column_default, '') || case c.is_identity when 'YES' then ' identity ' || c.identity_generation else '' end as line
    from information_schema.columns c where c.table_schema = current_schema()`,
  `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n'`,
  `select 'index ' || indexdef as line from pg_indexes where schemaname = current_schema()`,
  `select 'trigger ' || pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal`,
  // Without those of the extension.
  `select 'function ' || pg_get_functiondef(p.oid) as line from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = current_schema()::regnamespace and l.lanname = 'plpgsql'`,
  `select 'stored ' || relname || ' ' || reloptions::text as line from pg_class
    where relnamespace = current_schema()::regnamespace and reloptions is not null`,
  `select 'extension ' || extname as line from pg_extension where extname <> 'plpgsql'`,
];

/** The schema of a database, a line for each thing in it, sorted. */
export const schemaOf = async (db: Database): Promise<string[]> => {
  const found: string[] = [];
  for (const statement of db.dialect.pick({ sqlite: onSqlite, postgres: onPostgres }))
    found.push(...(await lines(db, statement)));
  return found.toSorted();
};
