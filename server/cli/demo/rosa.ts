import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findMember } from '../../access/find/members.ts';
import { findMailboxViewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { loadCircle } from '../../features/circles/read.ts';
import { addComment } from '../../features/comments/write.ts';
import { makeLetterOf } from '../../features/letters/evening.ts';
import { likePost } from '../../features/likes/like.ts';
import { answerInvitation } from '../../features/mailbox/answer.ts';
import { askByMail } from '../../features/mailbox/ask.ts';
import { loadOpenPost } from '../../features/posts/read.ts';
import { findFeedBefore } from '../../features/posts/feed.ts';
import type { CircleIds } from './draw-circles.ts';
import type { Stage } from './stage.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** A person who only has an e-mail address. */
export const rosa = { firstName: 'Rosa', lastName: 'Duarte', email: 'rosa.duarte@example.org' };

const says = {
  about: 'red boat',
  text: 'She rowed, and I was in the water and pushed. Nobody took a photograph of that.',
};

/** The question in the mail that asks Rosa. */
const findQuestion = ({ replyKeys, settings }: AppContext): number => {
  for (const file of globSync(path.join(settings.dataDir, 'mail', '*.eml'))) {
    const [, text = ''] = /^Reply-To: circle\+(\w+)@/m.exec(readFileSync(file, 'utf8')) ?? [];
    const key = replyKeys.open(text);
    if (key?.kind === 'invitation') return key.object;
  }
  throw new Error('Rosa was not asked');
};

/** Adds to the timeline how Rosa is asked and says yes, her letters of the last days, and her answer. */
export const takePartByLetter = ({ context, timeline, now, viewer }: Stage, ids: CircleIds): void => {
  const { db, jobs } = context;
  const findRosa = async (): Promise<number> => {
    const ines = viewer('ines');
    const { members } = await loadCircle(db.read, ines, ids.of('family'));
    const member = members.find(({ byLetter }) => byLetter);
    return (await findMember(db.read, ines, member?.id ?? '')).id;
  };
  const asked = now - 8.5 * day;
  timeline.at(asked, async () => {
    await askByMail(context, viewer('ines'), { id: ids.of('family'), ...rosa });
    await jobs.workOffOnce('mailbox-invitation', 'mail');
  });
  timeline.at(asked + 2 * hour, async () => {
    await answerInvitation(context, findQuestion(context), 'yes');
    await jobs.workOffOnce('mail');
  });

  const letterAt = (time: number): void => {
    timeline.at(time, async () => {
      await makeLetterOf(context, await findRosa());
      await jobs.workOffOnce('letter');
      await jobs.workOffOnce('letter-photo');
    });
    // A letter waits half a minute for its photos.
    timeline.at(time + 31_000, () => jobs.workOffOnce('letter'));
  };
  for (let days = 8; days > 0; days--) letterAt(new Date(now - days * day).setHours(18, 0, 0, 0));
  // The newest letter shows the moments of today, whatever the hour.
  letterAt(now - 60_000);

  timeline.at(now - 1.2 * day, async () => {
    const reader = await findMailboxViewer(db.read, await findRosa());
    if (!reader) throw new Error('Rosa does not take part');
    const { items } = await findFeedBefore(db, reader, null, 20);
    const found = items.find(({ content }) => content.includes(says.about));
    if (!found) throw new Error(`Rosa sees no moment about the ${says.about}`);
    await likePost(db, reader, found.id);
    const [photo] = (await loadOpenPost(db, reader, found.id)).images;
    await addComment(db, reader, { id: found.id, content: says.text, photoId: photo?.id });
  });
};
