import type { send as call } from '../../../contract/bug-reports.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { newId } from '../../platform/text/ids.ts';
import { assertSessionLives } from '../auth/session.ts';
import type { UploadedFile } from '../media/photos.ts';
import { storageKey } from '../media/stored-file.ts';
import { type Kept, readPicture } from './picture.ts';

/** The address without parts that may be secret: a token in the query, or an invitation code in the path. */
const plainAddress = (address: string): string => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  return `${url.origin}${url.pathname.replace(/^\/join\/.*/, '/join/…')}`;
};

/** Deletes the files if the report is gone: a ban or a deletion found none of them while they were being written. */
const removeIfGone = async (
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  publicId: string,
  pictures: Kept,
): Promise<void> => {
  if (pictures.length === 0) return;
  const listing = await db.read
    .selectFrom('bug_reports')
    .select('id')
    .where('public_id', '=', publicId)
    .where('pictures', '<>', '[]')
    .executeTakeFirst();
  if (!listing) await storage.remove(pictures.map(({ name }) => storageKey(publicId, name)));
};

/**
 * Stores a bug report with its picture.
 * @throws PhotoRefused for a file that is not a picture, unauthorized once the session is over: what a ban or a deletion
 * removes must not come after it
 */
export const sendReport = async (
  context: Pick<AppContext, 'db' | 'images' | 'storage'>,
  viewer: Viewer | null,
  input: Input<typeof call>,
  screenshot: UploadedFile | undefined,
  address: string,
): Promise<Output<typeof call>> => {
  const party = viewer ? `member ${viewer.id}` : `visitor ${address}`;
  const pictures = screenshot ? await readPicture(context.images, screenshot, party) : [];
  const publicId = newId();
  const now = Date.now();
  await context.db.write(async (tx) => {
    if (viewer) await assertSessionLives(tx, viewer);
    await tx.q
      .insertInto('bug_reports')
      .values({
        public_id: publicId,
        user_id: viewer?.id ?? null,
        title: input.title,
        description: input.description,
        severity: input.severity,
        status: 'open',
        page_url: plainAddress(input.pageUrl ?? ''),
        user_agent: input.userAgent ?? '',
        browser: input.browserInfo ? JSON.stringify(input.browserInfo) : null,
        console_errors: JSON.stringify(input.consoleErrors ?? []),
        pictures: JSON.stringify(pictures.map(({ name }) => name)),
        created_at: now,
      })
      .execute();
  });
  // Write the files after the row, which lists them: an interrupted request leaves no unlisted file.
  try {
    for (const { name, bytes } of pictures) await context.storage.put(storageKey(publicId, name), bytes);
  } catch (error) {
    // Its sender reads that it was not sent, and sends it again.
    await context.db.write(({ q }) =>
      q.deleteFrom('bug_reports').where('public_id', '=', publicId).execute(),
    );
    throw error;
  } finally {
    await removeIfGone(context, publicId, pictures);
  }
  return {
    id: publicId,
    title: input.title,
    description: input.description,
    severity: input.severity,
    status: 'open',
    createdAt: time(now),
  };
};
