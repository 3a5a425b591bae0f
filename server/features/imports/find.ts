import { sql } from 'kysely';
import type { Import, ImportSource } from '../../../contract/imports.ts';
import { time, timeOrNull } from '../../access/show/present.ts';
import { bind, col, seesCircleById } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';

interface OpenImport {
  id: number;
  public_id: string;
  source: ImportSource;
  started_at: number;
}

const openImportOf = (q: Queries, viewer: Pick<Viewer, 'id'>) =>
  q
    .selectFrom('imports')
    .select(['id', 'public_id', 'source', 'started_at'])
    .where('user_id', '=', viewer.id)
    .where('ended_at', 'is', null);

/** The viewer's open import, if they have one. */
export const findCurrent = (q: Queries, viewer: Pick<Viewer, 'id'>): Promise<OpenImport | undefined> =>
  openImportOf(q, viewer).executeTakeFirst();

/** An open import of the viewer's: nobody else sees it (IMPORT-3). @throws missing */
export const findImport = async (
  q: Queries,
  viewer: Pick<Viewer, 'id'>,
  publicId: string,
): Promise<OpenImport> => {
  const found = await openImportOf(q, viewer).where('public_id', '=', publicId).executeTakeFirst();
  if (!found) throw missing();
  return found;
};

export interface WaitingAlbum {
  post: number;
  public_id: string;
  title: string;
  content: string;
  photos: number;
  /** The circle that the album is meant for, if the viewer still sees it. */
  circle: number | null;
  circle_public_id: string | null;
}

/** The albums of an open import, oldest first. */
export const findAlbums = async (q: Queries, viewer: Viewer, importId: number): Promise<WaitingAlbum[]> => {
  const { rows } = await sql<WaitingAlbum>`
    select p.id as post, p.public_id, p.title, p.content, c.id as circle, c.public_id as circle_public_id,
      (select count(*) from images i where i.post_id = p.id) as photos
    from import_albums waiting join posts p on p.id = waiting.post_id
    left join circles c on c.id = waiting.circle_id and ${seesCircleById(bind(viewer.id), col('c.id'))}
    where waiting.import_id = ${importId} order by p.id`.execute(q);
  return rows;
};

/** The key of an album of an open import. @throws missing */
export const findWaitingAlbum = async (q: Queries, importId: number, album: string): Promise<number> => {
  const found = await q
    .selectFrom('import_albums')
    .innerJoin('posts', 'posts.id', 'import_albums.post_id')
    .select('posts.id')
    .where('import_albums.import_id', '=', importId)
    .where('posts.public_id', '=', album)
    .executeTakeFirst();
  if (!found) throw missing();
  return found.id;
};

/** An import as its owner sees it. */
export const presentImport = async (q: Queries, viewer: Viewer, found: OpenImport): Promise<Import> => ({
  id: found.public_id,
  source: found.source,
  startedAt: time(found.started_at),
  albums: (await findAlbums(q, viewer, found.id)).map((album) => ({
    id: album.public_id,
    title: album.title,
    circleId: album.circle_public_id,
    photosCount: album.photos,
  })),
});

/** The viewer's imports for the export, oldest first. Their albums are among the moments. */
export const ownImports = async (q: Queries, viewer: Viewer) => {
  const rows = await q
    .selectFrom('imports')
    .select(['source', 'started_at', 'ended_at'])
    .where('user_id', '=', viewer.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    source: row.source,
    startedAt: time(row.started_at),
    endedAt: timeOrNull(row.ended_at),
  }));
};
