import { LRUCache } from 'lru-cache';
import type { Readable } from 'node:stream';
import type { VideoType, VoiceType } from '../../../contract/shapes.ts';
import { findImage, findReviewedPhoto, type FoundImage } from '../../access/find/images.ts';
import { readVariants, videoName, videoVariant } from '../../access/show/photos.ts';
import { voiceName, voiceVariant } from '../../access/show/voices.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { missing, Problem } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { fullCopy, storageKey } from './stored-file.ts';
import { readPieces } from '../../platform/storage/pieces.ts';

export interface FileToServe {
  name: string;
  type: 'image/webp' | 'image/jpeg' | VideoType | VoiceType;
  size: number;
  /** The viewer sees it as evidence in a report: every look is recorded, so no browser may keep it. */
  isEvidence: boolean;
  open(range?: { start: number; end: number }): Promise<Readable>;
}

const fileName = /^([0-9a-f]{32})-(\w{1,10})\.(?:webp|jpg|mp4|webm)$/;

/** A player requests many parts of a video. Within this time, in milliseconds, they are one look. */
const oneLook = 5 * 60_000;

/** An image, and whether its video or voice is asked for. */
interface Wanted {
  publicId: string;
  isVideo: boolean;
}

/** The looks of administrators at videos of reports on this node. */
export const createLooks = () => new LRUCache<string, true>({ max: 1_000, ttl: oneLook });
export type Looks = ReturnType<typeof createLooks>;

/** A photo or video that a report keeps, with an audit entry for the look. @throws missing */
const openEvidence = (
  { db }: Pick<AppContext, 'db'>,
  looks: Looks,
  viewer: Viewer,
  { publicId, isVideo }: Wanted,
): Promise<FoundImage> =>
  db.write(async (tx) => {
    const photo = await findReviewedPhoto(tx.q, viewer, publicId);
    const look = `${viewer.id} ${publicId}`;
    if (isVideo && looks.has(look)) return photo;
    await recordAuditEntry(tx, 'report.photo_seen', {
      actorId: viewer.id,
      target: photo.reportPublicId,
      aboutId: photo.memberId,
    });
    if (isVideo) tx.afterCommit(() => looks.set(look, true));
    return photo;
  });

const findPhoto = async (
  context: Pick<AppContext, 'db'>,
  looks: Looks,
  viewer: Viewer,
  wanted: Wanted,
): Promise<FoundImage & { isEvidence: boolean }> => {
  try {
    return { ...(await findImage(context.db.read, viewer, wanted.publicId)), isEvidence: false };
  } catch (error) {
    const isMissing = error instanceof Problem && error.code === 'missing';
    if (!viewer.isAdmin || !isMissing) throw error;
    return { ...(await openEvidence(context, looks, viewer, wanted)), isEvidence: true };
  }
};

const orMissing = (stream: Readable | null | undefined): Readable => {
  if (!stream) throw missing();
  return stream;
};

const findVariant = async (
  { storage }: Pick<AppContext, 'storage'>,
  { publicId, variants, hasFullCopy, video }: FoundImage,
  variant: string,
): Promise<Omit<FileToServe, 'isEvidence'> | null> => {
  if (variant === videoVariant || variant === voiceVariant) {
    if (!video || video.type.startsWith('audio/') !== (variant === voiceVariant)) return null;
    const key = videoName(publicId, video.container);
    const name = variant === voiceVariant ? voiceName(publicId, video.container) : key;
    const whole = { start: 0, end: video.bytes - 1 };
    return {
      name,
      type: video.type,
      size: video.bytes,
      open: async (range = whole) => orMissing(await readPieces(storage, key, range)),
    };
  }
  const isStored =
    variant === fullCopy ? hasFullCopy : readVariants(variants).some(({ name }) => name === variant);
  const key = storageKey(publicId, variant);
  const size = isStored ? await storage.size(key) : null;
  if (size === null) return null;
  return {
    name: key,
    type: variant === fullCopy ? 'image/jpeg' : 'image/webp',
    size,
    open: async (range) => orMissing((await storage.read(key, range))?.stream),
  };
};

/**
 * The file behind `/uploads/{file}`, for those who may see the post or the profile that it belongs to.
 * @throws missing
 */
export const findFile = async (
  context: Pick<AppContext, 'db' | 'storage'>,
  looks: Looks,
  viewer: Viewer,
  file: string,
): Promise<FileToServe> => {
  const [, publicId, variant] = fileName.exec(file) ?? [];
  if (!publicId || !variant) throw missing();
  const image = await findPhoto(context, looks, viewer, {
    publicId,
    isVideo: variant === videoVariant || variant === voiceVariant,
  });
  const found = await findVariant(context, image, variant);
  if (found?.name !== file) throw missing();
  return { ...found, isEvidence: image.isEvidence };
};
