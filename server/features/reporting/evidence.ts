import { sql } from 'kysely';
import * as z from 'zod/mini';
import { time } from '../../access/show/present.ts';
import { sawFullProfileUntilBlock } from '../../access/rules/reportable.ts';
import { seesFullProfile, bind, col } from '../../access/rules/sees.ts';
import { seesAskerOfSeenPost } from '../../access/rules/sees-questions.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { missing } from '../../platform/problem.ts';
import { titled } from '../../platform/text/titled.ts';
import { releasePhotosOf } from '../media/remove.ts';

/** The stored evidence of a report, besides its photos. */
const Kept = z.object({
  text: z.nullable(z.string()),
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Kept = z.infer<typeof Kept>;

export const parseKept = (json: string): Kept => {
  const stored: unknown = JSON.parse(json);
  return Kept.parse(stored);
};

/** The reported object by keys: a post, a comment, or neither for the member themself. */
export interface Reported {
  memberId: number;
  postId: number | null;
  commentId: number | null;
}

interface Found {
  kept: Kept;
  /** The photos in their order, and the voice. */
  photos: { id: number; alt: string | null }[];
}

const words = (text: string, at: number): Kept => ({
  text,
  name: null,
  username: null,
  createdAt: time(at),
});

/** The most photos of an album that one report keeps. */
const maxPhotos = 50;

/** The voice of a reported post or comment, which a report keeps as it keeps photos. */
const voiceOf = async (tx: Tx, voiceId: number | null): Promise<Found['photos']> =>
  voiceId === null
    ? []
    : tx.q
        .selectFrom('images')
        .select(['id', 'alt'])
        .where('id', '=', voiceId)
        .where('kind', '=', 'voice')
        .execute();

const ofPost = async (tx: Tx, viewer: Viewer, postId: number): Promise<Found> => {
  // Lock the post: an author who deletes it concurrently would delete the photos too.
  const [post] = await lockRows(
    tx,
    tx.q
      .selectFrom('posts')
      .select(['content', 'title', 'created_at', 'voice_id'])
      .select(
        sql<string | null>`case when question_by is not null
          and ${seesAskerOfSeenPost(bind(viewer.id), col('posts.question_by'))} then question end`.as(
          'question',
        ),
      )
      .where('id', '=', postId),
  );
  if (!post) throw missing();
  const photos = await tx.q
    .selectFrom('images')
    .innerJoin('posts', 'posts.id', 'images.post_id')
    .select(['images.id', 'images.alt'])
    .where('images.post_id', '=', postId)
    .where(seesPhotoOfSeenPost(bind(viewer.id), photoRefs('images', 'posts')))
    .orderBy('images.position')
    .orderBy('images.id')
    .limit(maxPhotos)
    .execute();
  const text = titled(post.title, post.content);
  // Marked as a quote: somebody else wrote it.
  const quoted =
    post.question === null ? text : `> ${post.question.replaceAll('\n', '\n> ')}\n\n${text}`.trim();
  return {
    kept: words(quoted, post.created_at),
    photos: [...photos, ...(await voiceOf(tx, post.voice_id))],
  };
};

const ofComment = async (tx: Tx, commentId: number): Promise<Found> => {
  const [comment] = await lockRows(
    tx,
    tx.q.selectFrom('comments').select(['content', 'created_at', 'voice_id']).where('id', '=', commentId),
  );
  if (!comment) throw missing();
  return {
    kept: words(comment.content, comment.created_at),
    photos: await voiceOf(tx, comment.voice_id),
  };
};

interface Profile {
  first_name: string;
  last_name: string;
  username: string | null;
  bio: string | null;
  avatar_id: number | null;
  created_at: number | null;
}

// The name rule hides some fields from the reporter. The report leaves them out, so that administrators do not see
// them.
const ofMember = async ({ q }: Tx, viewer: Viewer, memberId: number): Promise<Found> => {
  const { rows } = await sql<Profile>`
    select u.first_name, u.last_name, u.username,
      case when rule.opened then u.bio end as bio, case when rule.opened then u.avatar_id end as avatar_id,
      case when rule.opened then u.created_at end as created_at
    from users u, (select ${seesFullProfile(bind(viewer.id), bind(memberId))}
      or ${sawFullProfileUntilBlock(bind(viewer.id), bind(memberId))} as opened) rule
    where u.id = ${memberId}`.execute(q);
  const [member] = rows;
  if (!member) return { kept: words('', Date.now()), photos: [] };
  return {
    kept: {
      text: member.bio,
      name: `${member.first_name} ${member.last_name}`.trim(),
      username: member.username,
      // If the name rule hides the member's profile, this is the time of the report.
      createdAt: time(member.created_at ?? Date.now()),
    },
    photos: member.avatar_id === null ? [] : [{ id: member.avatar_id, alt: null }],
  };
};

/** The evidence of the reported object, as the viewer sees it now. */
export const findEvidence = (tx: Tx, viewer: Viewer, reported: Reported): Promise<Found> => {
  if (reported.commentId !== null) return ofComment(tx, reported.commentId);
  if (reported.postId !== null) return ofPost(tx, viewer, reported.postId);
  return ofMember(tx, viewer, reported.memberId);
};

/** Deletes the evidence of these reports (keys): texts, and photos that nothing else uses. */
export const dropEvidence = async (jobs: Jobs, tx: Tx, reportIds: readonly number[]): Promise<void> => {
  if (reportIds.length === 0) return;
  await releasePhotosOf(jobs, tx, reportIds);
  await tx.q.updateTable('reports').set({ evidence: null }).where('id', 'in', reportIds).execute();
};

/** Deletes the reports about a member whose account ends, with all that they kept, also of others. */
export const deleteReportsAbout = async (jobs: Jobs, tx: Tx, memberId: number): Promise<void> => {
  const about = await tx.q.selectFrom('reports').select('id').where('member_id', '=', memberId).execute();
  await releasePhotosOf(
    jobs,
    tx,
    about.map((report) => report.id),
  );
  await tx.q.deleteFrom('reports').where('member_id', '=', memberId).execute();
};

const keptForMs = 30 * 24 * 60 * 60_000;
const batchSize = 100;

/** How long an undecided report keeps content that its author has deleted or edited. */
const deletedKeptForMs = 90 * 24 * 60 * 60_000;

const findDecided = async (q: Queries): Promise<number[]> => {
  const over = await q
    .selectFrom('reports')
    .select('id')
    .where('evidence', 'is not', null)
    .where('decided_at', '<', Date.now() - keptForMs)
    .orderBy('decided_at')
    .limit(batchSize)
    .execute();
  return over.map((report) => report.id);
};

interface Undecided {
  id: number;
  target_type: 'post' | 'comment' | 'user';
  evidence: string;
  bio: string;
  /** The pictures that the report keeps and that the member no longer uses. */
  former_pictures: number;
}

// A reported member still exists, but may have changed the reported words or picture. Other rows were deleted or edited.
const isDeleted = ({ target_type: type, evidence, bio, former_pictures: former }: Undecided): boolean => {
  if (type !== 'user' || former > 0) return true;
  const { text } = parseKept(evidence);
  return text !== null && text !== bio;
};

const findUndecided = async (q: Queries): Promise<number[]> => {
  const { rows } = await sql<Undecided>`
    select r.id, r.target_type, r.evidence, u.bio, (
      select count(*) from report_photos kept where kept.report_id = r.id
        and (u.avatar_id is null or kept.image_id <> u.avatar_id)) as former_pictures
    from reports r join users u on u.id = r.member_id
    left join posts p on p.id = r.post_id left join comments c on c.id = r.comment_id
    where r.decided_at is null and r.evidence is not null and r.created_at < ${Date.now() - deletedKeptForMs}
      and ((p.id is null and c.id is null) or p.edited_at > r.created_at or c.edited_at > r.created_at)`.execute(
    q,
  );
  return rows.filter(isDeleted).map((report) => report.id);
};

/** The undecided reports of what still exists, but of which a photo was deleted: only that is dropped. */
const findWithoutPhoto = async (q: Queries): Promise<number[]> => {
  const rows = await q
    .selectFrom('reports as r')
    .innerJoin('report_photos as kept', 'kept.report_id', 'r.id')
    .innerJoin('images as i', 'i.id', 'kept.image_id')
    .select('r.id')
    .distinct()
    .where('i.kind', '=', 'evidence')
    .where('r.decided_at', 'is', null)
    .where('r.created_at', '<', Date.now() - deletedKeptForMs)
    .execute();
  return rows.map((report) => report.id);
};

/**
 * Registers the job that deletes evidence: 30 days after the decision, or 90 days after an undecided report if its
 * author has deleted the content.
 */
export const handleEvidence = (context: AppContext): void => {
  context.jobs.handle(
    'drop-evidence',
    () =>
      context.db.write(async (tx) => {
        await dropEvidence(context.jobs, tx, [...(await findDecided(tx.q)), ...(await findUndecided(tx.q))]);
        await releasePhotosOf(context.jobs, tx, await findWithoutPhoto(tx.q), 'deleted');
      }),
    { every: 60 * 60_000 },
  );
};
