import type { Readable } from 'node:stream';
import { findImage, findReviewedPhoto, type FoundImage } from '../../access/find.ts';
import { readVariants } from '../../access/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { missing, Problem } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { fullCopy, storageKey } from './stored-file.ts';

export interface FileToServe {
  key: string;
  type: 'image/webp' | 'image/jpeg';
  size: number;
  /** The viewer sees it as evidence in a report: every look is recorded, so no browser may keep it. */
  isEvidence: boolean;
  open(range?: { start: number; end: number }): Promise<Readable>;
}

const fileName = /^([0-9a-f]{32})-(\w{1,10})\.(?:webp|jpg)$/;

/** A photo that a report keeps, with an audit entry for the look. @throws missing */
const openEvidence = (db: Database, viewer: Viewer, publicId: string): Promise<FoundImage> =>
  db.write(async (tx) => {
    const photo = await findReviewedPhoto(tx.q, viewer, publicId);
    await recordAuditEntry(tx, 'report.photo_seen', {
      actorId: viewer.id,
      target: photo.reportPublicId,
      aboutId: photo.memberId,
    });
    return photo;
  });

const findPhoto = async (
  db: Database,
  viewer: Viewer,
  publicId: string,
): Promise<FoundImage & { isEvidence: boolean }> => {
  try {
    return { ...(await findImage(db.read, viewer, publicId)), isEvidence: false };
  } catch (error) {
    const isMissing = error instanceof Problem && error.code === 'missing';
    if (!viewer.isAdmin || !isMissing) throw error;
    return { ...(await openEvidence(db, viewer, publicId)), isEvidence: true };
  }
};

/**
 * The file behind `/uploads/{file}`, for those who may see the post or the profile that it belongs to.
 * @throws missing
 */
export const findFile = async (
  context: Pick<AppContext, 'db' | 'storage'>,
  viewer: Viewer,
  file: string,
): Promise<FileToServe> => {
  const [, publicId, variant] = fileName.exec(file) ?? [];
  if (!publicId || !variant) throw missing();
  const image = await findPhoto(context.db, viewer, publicId);
  const hasVariant =
    variant === fullCopy
      ? image.hasFullCopy
      : readVariants(image.variants).some(({ name }) => name === variant);
  const key = storageKey(publicId, variant);
  if (!hasVariant || key !== file) throw missing();
  const size = await context.storage.size(key);
  if (size === null) throw missing();
  return {
    key,
    type: variant === fullCopy ? 'image/jpeg' : 'image/webp',
    size,
    isEvidence: image.isEvidence,
    open: async (range) => {
      const opened = await context.storage.read(key, range);
      if (!opened) throw missing();
      return opened.stream;
    },
  };
};
