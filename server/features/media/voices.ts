import type { Voice } from '../../../contract/shapes.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { presentVoice } from '../../access/show/voices.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { findMade, noteMade, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import type { RewrappedVoice } from '../../platform/videos/wrapper.ts';
import { invalid } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { videoName } from '../../access/show/photos.ts';
import { assertRoom } from '../usage/storage.ts';
import { assertFewWaiting, dropPhotos, turnOf, type UploadedFile } from './photos.ts';
import { storeVideo } from './stored-video.ts';

/** The notes of the browser about a recording. */
export interface VoiceNotes {
  /** The drawing: numbers from 0 to 255. */
  wave?: readonly number[] | undefined;
  words?: string | undefined;
}

/** The voice of this member; the sweep may have deleted it. */
const findOwn = async (
  q: Queries,
  { id: owner }: Pick<Viewer, 'id'>,
  publicId: string | null,
): Promise<(Voice & { key: number }) | null> => {
  if (publicId === null) return null;
  const row = await q
    .selectFrom('images')
    .select(['id', 'video_type', 'video_ms', 'video_bytes', 'wave', 'alt'])
    .where('public_id', '=', publicId)
    .where('owner_id', '=', owner)
    .where('kind', '=', 'voice')
    .executeTakeFirst();
  if (!row?.video_type) return null;
  const voice = {
    name: publicId,
    container: row.video_type,
    ms: row.video_ms ?? 0,
    bytes: row.video_bytes ?? 0,
    wave: row.wave ?? '',
    words: row.alt,
  };
  return { ...presentVoice(voice), key: row.id };
};

/** Stores a copy of a voice, which is its member's alone until it is shared. @returns its key and public id */
const storeCopy = async (
  context: AppContext,
  viewer: Pick<Viewer, 'id'>,
  copy: RewrappedVoice,
  { wave, words }: VoiceNotes,
): Promise<{ id: number; publicId: string }> => {
  const publicId = newId();
  // The row comes before the files: after a crash in between, the sweep finds by it what to take away.
  const { id } = await context.db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    await assertRoom(context.settings, tx, viewer.id, copy.bytes);
    await assertFewWaiting(tx, viewer.id, 1);
    return tx.q
      .insertInto('images')
      .values({
        public_id: publicId,
        owner_id: viewer.id,
        kind: 'voice',
        post_id: null,
        position: 0,
        alt: words || null,
        width: 0,
        height: 0,
        placeholder: '',
        variants: '[]',
        bytes: copy.bytes,
        video_type: copy.type,
        video_ms: copy.ms,
        video_bytes: copy.bytes,
        wave: Buffer.from(wave ?? []).toString('hex'),
        created_at: Date.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  try {
    await storeVideo(context.storage, videoName(publicId, copy.type), copy.path);
  } catch (error) {
    await dropPhotos(context, [{ id }]);
    throw error;
  }
  return { id, publicId };
};

/**
 * Makes a voice of a recording, for a moment or comment that is still being written. Repeated with the same key it is
 * stored once.
 * @throws Problem in the words of the refusal
 */
export const addVoice = async (
  context: AppContext,
  viewer: Pick<Viewer, 'id'>,
  file: UploadedFile,
  notes: VoiceNotes,
  repeatKey: RepeatKey | null = null,
): Promise<Voice> => {
  const { db } = context;
  const find = async (q: Queries, publicId: string | null): Promise<Voice | null> => {
    const found = await findOwn(q, viewer, publicId);
    if (!found) return null;
    const { key: _, ...voice } = found;
    return voice;
  };
  if (repeatKey) {
    const earlier = await find(db.read, await findMade(db, viewer.id, repeatKey));
    if (earlier) return earlier;
  }
  const copy = await context.videos.rewrapVoice(file.path, turnOf(viewer, { isImport: false }));
  try {
    const made = await storeCopy(context, viewer, copy, notes);
    const other = await db.write(async (tx) => {
      if (!repeatKey) return null;
      await lockMembers(tx, [viewer.id]);
      const earlier = await find(tx.q, await findMade(tx, viewer.id, repeatKey));
      if (!earlier) await noteMade(tx, viewer.id, repeatKey, made.publicId);
      return earlier;
    });
    if (other) await dropPhotos(context, [made]);
    const voice = other ?? (await find(db.read, made.publicId));
    if (!voice) throw invalid('sound', messages.voiceGone);
    return voice;
  } finally {
    await copy.remove();
  }
};

/**
 * Takes a voice of the viewer for a moment or comment. It belongs to one.
 * @returns its key
 * @throws invalid for one that is not the viewer's, not there any more, or part of another moment or comment
 */
export const takeVoice = async (
  { q }: Tx,
  viewer: Pick<Viewer, 'id'>,
  publicId: string | undefined,
): Promise<number | null> => {
  if (publicId === undefined) return null;
  const taken = await q
    .updateTable('images')
    .set({ added_at: Date.now() })
    .where('public_id', '=', publicId)
    .where('owner_id', '=', viewer.id)
    .where('kind', '=', 'voice')
    .where('added_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!taken) throw invalid('voiceId', messages.voiceGone);
  return taken.id;
};

/** The name of the file of a voice in an export. */
export const voiceFile = (createdAt: string, { url }: Pick<Voice, 'url'>): string => {
  const name = url.replace('/uploads/', '');
  return `voices/${createdAt.slice(0, 10)}-${name.slice(0, 12)}${name.slice(name.lastIndexOf('.'))}`;
};

/** A voice in the format of the export. */
export const describeVoice = ({ createdAt, voice }: { createdAt: string; voice: Voice | null }) =>
  voice && {
    file: voiceFile(createdAt, voice),
    type: voice.type,
    seconds: voice.seconds,
    words: voice.words,
  };
