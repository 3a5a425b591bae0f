import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { canReceive, letterLimits } from './select-moments.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { JobNotReady } from '../../platform/jobs/jobs.ts';
import { findLetterQuestion, mayBringQuestion } from '../questions/reach.ts';
import { deliveryStopToken } from '../delivery/stop.ts';
import { type InlinePicture, MailFailed, maxPictureBytes } from '../../platform/mail/mail.ts';
import { readerOf, type ReaderRow } from '../../words/reader.ts';
import { findLetterPhotos, type LetterPhoto, findMissingPhotos, queueLetterPhotos } from './photos.ts';
import { letterLayout } from './layout.ts';
import {
  findLetterPosts,
  findUntold,
  keysOf,
  type LetterPosts,
  photosOf,
  postsCarriedBy,
  toContent,
} from './compose.ts';
import { giveUpAfterMs } from './evening.ts';
import { findLaterPhotos } from './later-photos.ts';
import { letterLinks } from './letter-links.ts';
import {
  claimPosts,
  noteLeaving,
  noteNotLeft,
  noteSent,
  noteUnsent,
  type OpenLetter,
  releasePosts,
  type Told,
} from './note.ts';

/** A letter waits this long for its photos, and is sent without the missing ones then. */
const photoTimeoutMs = 60 * 60_000;
/** Copies of few photos take seconds, and the reader's hour has come. */
const photoRetry = { soonMs: 2_000, soonForMs: 60_000, laterMs: 30_000 };

interface LetterPicture extends InlinePicture {
  /** The key of its photo. */
  photo: number;
}

interface Found extends OpenLetter, ReaderRow {
  email: string;
  made_at: number;
  refusals: number;
  by_letter: 0 | 1;
  verification_status: string;
  mail_in_my_name: number;
  renewed: string | null;
  can_receive: number | boolean;
  may_bring_question: number;
}

const findOpenLetter = async (db: Database, userId: number): Promise<Found | null> => {
  const { rows } = await sql<Found>`
    select l.user_id, l.message_id, l.to_post_id, l.to_addition_id, l.includes_sunday, l.made_at, l.refusals, u.email, u.language, u.time_zone,
      u.by_letter, u.verification_status, u.mail_in_my_name,
      (select cast(json_group_array(json_array(a.circle_id, a.number)) as text) from mail_addresses a
        where a.user_id = u.id) as renewed,
      ${canReceive(Date.now())} as can_receive, ${mayBringQuestion(Date.now())} as may_bring_question
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
      const isSoon = Date.now() < letter.made_at + photoRetry.soonForMs;
      throw new JobNotReady(isSoon ? photoRetry.soonMs : photoRetry.laterMs);
    }
  }
  const found = await findLetterPhotos(context, photos).catch((error: unknown) => {
    if (Date.now() < letter.made_at + photoTimeoutMs) throw error;
    context.log.warn({ err: error }, 'A letter is sent without its photos, which cannot be read');
    return new Map<number, LetterPhoto>();
  });
  let room = maxPictureBytes;
  return photos.flatMap((id, index) => {
    const bytes = found.get(id)?.bytes;
    if (!bytes || bytes.length > room) return [];
    room -= bytes.length;
    return [{ photo: id, cid: `${index + 1}.${letter.message_id}@circle`, type: 'image/jpeg', bytes }];
  });
};

/** Everything that the letter tells and shows, as its reader sees it now. */
const findPostsOf = async (db: Database, letter: Found): Promise<LetterPosts> => {
  const untold = await findUntold(db, letter);
  return {
    untold,
    shown: await findLetterPosts(db, letter.user_id, untold.posts.slice(0, letterLimits.shown)),
    later: await findLaterPhotos(db, letter, untold.albums),
  };
};

const unsubscribe = ({ settings, cursors }: AppContext, userId: number) => ({
  'List-Unsubscribe': `<${settings.publicUrl}/api/delivery/stop/${deliveryStopToken(cursors, userId)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface Preparation {
  found: LetterPosts;
  pictures: readonly LetterPicture[];
}

/**
 * Reads the pictures of a letter, as its reader sees the posts now.
 * @returns null if nothing is left to tell
 * @throws JobNotReady while some of its photos are being made, for up to an hour
 */
const prepare = async (context: AppContext, letter: Found): Promise<Preparation | null> => {
  if (!letter.can_receive) return null;
  const found = await findPostsOf(context.db, letter);
  if (found.shown.size + found.later.size === 0) return null;
  const photos = letter.refusals > 0 ? [] : photosOf(found);
  const pictures = photos.length > 0 ? await findPictures(context, letter, photos) : [];
  return { found, pictures };
};

/** Composes a letter of what its reader sees now. @returns null if nothing is left to tell */
const composeLetter = async (context: AppContext, letter: Found, { found, pictures }: Preparation) => {
  const { untold, shown, later } = found;
  if (shown.size + later.size === 0) return null;
  const links = letterLinks(context, letter);
  // The mail server refused the last letter, perhaps for something that a member wrote: this one quotes nobody.
  const quotesNobody = letter.refusals > 0;
  const question =
    letter.may_bring_question === 1 && !quotesNobody
      ? await findLetterQuestion(context.db, letter.user_id)
      : null;
  const stillShown = new Set(photosOf(found));
  const inline = pictures.filter(({ photo }) => stillShown.has(photo));
  const quoted = quotesNobody ? { untold, shown: new Map(), later: new Map() } : found;
  const content = toContent({
    ...quoted,
    reader: readerOf(letter),
    publicUrl: context.settings.publicUrl,
    cids: new Map(inline.map(({ photo, cid }) => [photo, cid])),
    links,
    question,
  });
  const key = links.replyKey([...untold.posts, ...untold.albums], question !== null);
  const { moments, ...layout } = letterLayout(content);
  // The next letter has the albums for which this one has no room.
  const placed = quotesNobody ? later : new Set(keysOf(found).slice(0, moments));
  return {
    untold: { ...untold, albums: untold.albums.filter((album) => placed.has(album)) },
    carried: postsCarriedBy(content, moments, quoted),
    // A letter without room for a moment carries nothing of it.
    pictures: inline.filter(({ cid }) => layout.html.includes(`cid:${cid}`)),
    question: question?.id ?? null,
    layout,
    localId: key === null ? letter.message_id : `${letter.message_id}.${key}`,
    replies: key === null ? {} : links.replies(key),
  };
};

// The posts are claimed as late as possible, and released if the letter does not go out.
const sendClaimed = async (
  context: AppContext,
  letter: Found,
  { found, pictures }: Preparation,
): Promise<Told | null> => {
  const { db, mailer, settings } = context;
  const { hasOthers } = found.untold;
  const claimed = hasOthers ? await claimPosts(db, letter) : [];
  let leaving: number[] = [];
  try {
    // Meanwhile members may have changed or deleted posts.
    const mayHaveChanged = hasOthers || photosOf(found).length > 0;
    const current = mayHaveChanged ? await findPostsOf(db, letter) : found;
    const composed = await composeLetter(context, letter, { found: current, pictures });
    if (composed) {
      const { hostname } = new URL(settings.publicUrl);
      leaving = await noteLeaving(db, letter, composed.carried);
      await mailer.send({
        to: letter.email,
        messageId: `<${composed.localId}@${hostname}>`,
        headers: unsubscribe(context, letter.user_id),
        pictures: composed.pictures,
        ...composed.replies,
        ...composed.layout,
      });
      return composed;
    }
  } catch (error) {
    if (error instanceof MailFailed) {
      await releasePosts(db, letter, claimed);
      if (!error.mayHaveLeft) await noteNotLeft(db, letter, leaving);
    }
    throw error;
  }
  await releasePosts(db, letter, claimed);
  return null;
};

/** Sends the open letter of a member, if there is one. */
export const sendLetter = async (context: AppContext, userId: number): Promise<void> => {
  const { db, log, metrics } = context;
  const letter = await findOpenLetter(db, userId);
  if (!letter) return;
  if (Date.now() > letter.made_at + giveUpAfterMs) {
    log.warn('A letter was given up; the next one contains its moments');
    return;
  }
  const prepared = await prepare(context, letter);
  if (!prepared) return noteUnsent(db, letter, 'empty');
  let told: Told | null;
  try {
    told = await sendClaimed(context, letter, prepared);
  } catch (error) {
    if (!(error instanceof MailFailed) || !error.permanent) throw error;
    metrics.letterEnded('refused');
    log.warn({ err: error }, 'A letter was refused permanently');
    return noteUnsent(db, letter, 'refused');
  }
  if (!told) return noteUnsent(db, letter, 'empty');
  await noteSent(db, letter, told);
  metrics.letterEnded('sent');
};

/** A letter starts every so many milliseconds, after a burst: the server answers requests in between. */
const pace = { everyMs: 20, burstMs: 1_000 };

/** Sends the open letters. */
export const handleLetters = (context: AppContext): void => {
  let nextAt = 0;
  context.jobs.handle('letter', async (payload) => {
    const now = Date.now();
    nextAt = Math.max(nextAt, now - pace.burstMs) + pace.everyMs;
    if (nextAt > now) await wait(nextAt - now);
    await sendLetter(context, z.number().parse(payload));
  });
};
