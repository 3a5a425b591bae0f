import { sql } from 'kysely';
import * as z from 'zod/mini';
import { canReceive, letterLimits } from '../../access/letters.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { JobNotReady } from '../../platform/jobs/jobs.ts';
import { deliveryStopToken } from '../delivery/stop.ts';
import { type InlinePicture, MailFailed, maxPictureBytes } from '../../platform/mail/mail.ts';
import { readerOf, type ReaderRow } from '../../words/reader.ts';
import { findLetterPhotos, findMissingPhotos, queueLetterPhotos } from './photos.ts';
import { letterLayout } from './layout.ts';
import { findLetterPosts, findUntold, photosOf, type Shown, toContent, type Untold } from './compose.ts';
import { giveUpAfterMs } from './evening.ts';
import { claimPosts, noteSent, noteUnsent, type OpenLetter } from './note.ts';

/** A letter waits this long for its photos, and is sent without the missing ones then. */
const photoTimeoutMs = 60 * 60_000;
const photoRetryMs = 30_000;

interface LetterPicture extends InlinePicture {
  /** The key of its photo. */
  photo: number;
}

interface Found extends OpenLetter, ReaderRow {
  email: string;
  made_at: number;
  can_receive: number | boolean;
}

const findOpenLetter = async (db: Database, userId: number): Promise<Found | null> => {
  const { rows } = await sql<Found>`
    select l.user_id, l.message_id, l.to_post_id, l.includes_sunday, l.made_at, u.email, u.language, u.time_zone,
      ${canReceive(Date.now())} as can_receive
    from letters l join users u on u.id = l.user_id where l.user_id = ${userId} and l.state = 'open'`.execute(
    db.read,
  );
  return rows[0] ?? null;
};

/**
 * The JPEGs of the photos, within the size of one mail.
 * @throws JobNotReady while some are being made, for up to an hour
 */
const findPictures = async (
  context: AppContext,
  letter: Found,
  photos: readonly number[],
): Promise<LetterPicture[]> => {
  if (Date.now() < letter.made_at + photoTimeoutMs) {
    const missing = await findMissingPhotos(context.db, photos);
    if (missing.length > 0) {
      await context.db.write((tx) => queueLetterPhotos(context.jobs, tx, missing));
      throw new JobNotReady(photoRetryMs);
    }
  }
  const found = await findLetterPhotos(context, photos);
  let room = maxPictureBytes;
  return photos.flatMap((id, index) => {
    const bytes = found.get(id)?.bytes;
    if (!bytes || bytes.length > room) return [];
    room -= bytes.length;
    return [{ photo: id, cid: `${index + 1}.${letter.message_id}@circle`, type: 'image/jpeg', bytes }];
  });
};

interface LetterPosts {
  untold: Untold;
  shown: Shown;
}

/** Everything that the letter tells and shows, as its reader sees it now. */
const findPostsOf = async (db: Database, letter: Found): Promise<LetterPosts> => {
  const untold = await findUntold(db, letter);
  return {
    untold,
    shown: await findLetterPosts(db, letter.user_id, untold.posts.slice(0, letterLimits.shown)),
  };
};

const unsubscribe = ({ settings, cursors }: AppContext, userId: number) => ({
  'List-Unsubscribe': `<${settings.publicUrl}/api/delivery/stop/${deliveryStopToken(cursors, userId)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * Composes a letter as its reader sees it now.
 * @returns null if nothing is left to tell
 * @throws JobNotReady while some of its photos are being made, for up to an hour
 */
const composeLetter = async (context: AppContext, letter: Found) => {
  const { db, settings } = context;
  if (!letter.can_receive) return null;
  await claimPosts(db, letter);
  let found = await findPostsOf(db, letter);
  const photos = photosOf(found.shown, found.untold.posts);
  const pictures = photos.length > 0 ? await findPictures(context, letter, photos) : [];
  // Reading the pictures took time: query again what the reader sees now.
  if (pictures.length > 0) found = await findPostsOf(db, letter);
  const { untold, shown } = found;
  if (shown.size === 0) return null;
  const stillShown = new Set(photosOf(shown, untold.posts));
  const inline = pictures.filter(({ photo }) => stillShown.has(photo));
  const content = toContent({
    untold,
    shown,
    reader: readerOf(letter),
    publicUrl: settings.publicUrl,
    cids: new Map(inline.map(({ photo, cid }) => [photo, cid])),
  });
  return { untold, pictures: inline, layout: letterLayout(content) };
};

/** Sends the open letter of a member, if there is one. */
export const sendLetter = async (context: AppContext, userId: number): Promise<void> => {
  const { db, mailer, settings, log, metrics } = context;
  const letter = await findOpenLetter(db, userId);
  if (!letter) return;
  if (Date.now() > letter.made_at + giveUpAfterMs) {
    log.warn('A letter was given up; the next one contains its moments');
    return;
  }
  const composed = await composeLetter(context, letter);
  if (!composed) return noteUnsent(db, letter, 'empty');
  const { hostname } = new URL(settings.publicUrl);
  try {
    await mailer.send({
      to: letter.email,
      messageId: `<${letter.message_id}@${hostname}>`,
      headers: unsubscribe(context, userId),
      pictures: composed.pictures,
      ...composed.layout,
    });
  } catch (error) {
    if (!(error instanceof MailFailed) || !error.permanent) throw error;
    metrics.letterEnded('refused');
    log.warn({ err: error }, 'A letter was refused permanently');
    return noteUnsent(db, letter, 'refused');
  }
  await noteSent(db, letter, composed.untold);
  metrics.letterEnded('sent');
};

/** The job that sends a member's open letter, with what its reader sees at that time. */
export const handleLetters = (context: AppContext): void => {
  context.jobs.handle('letter', (payload) => sendLetter(context, z.number().parse(payload)));
};
