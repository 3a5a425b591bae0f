import * as albums from '../../../contract/albums.ts';
import * as comments from '../../../contract/comments.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import * as posts from '../../../contract/posts.ts';
import * as calls from '../../../contract/withdrawals.ts';
import { findPost } from '../../access/find/posts.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Feature, Routes } from '../../feature.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withdraw } from '../../platform/db/idempotency.ts';
import { keyOf } from '../../platform/http/repeat-key.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Problem } from '../../platform/problem.ts';
import { removeAddedIn } from '../albums/write.ts';
import { deleteCommentIn } from '../comments/delete.ts';
import { deletePostIn } from '../posts/write.ts';
import { reopenQuestion } from '../questions/answer.ts';

type Removal = (jobs: Jobs, tx: Tx, viewer: Viewer, made: string) => Promise<void>;

const withdrawMoment: Removal = async (jobs, tx, viewer, made) => {
  await reopenQuestion(tx, viewer, (await findPost(tx, viewer, made)).id);
  await deletePostIn(jobs, tx, viewer, made);
};

/** How what each call has made is deleted. */
const removals: ReadonlyMap<Endpoint, Removal> = new Map<Endpoint, Removal>([
  [posts.create, withdrawMoment],
  [albums.create, deletePostIn],
  [albums.addPhotos, removeAddedIn],
  [comments.add, deleteCommentIn],
]);

/** Nothing is left of what somebody has deleted meanwhile. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof Problem) || error.code !== 'missing') throw error;
};

const routes: Routes = ({ on }, { db, jobs }) => {
  on(calls.withdraw, async ({ viewer, input: { path, key } }) => {
    const call = calls.callAt(path);
    const remove = call && removals.get(call);
    if (!call || !remove) throw new Error(`nothing deletes what ${path} has made`);
    await withdraw(db, viewer.id, keyOf(call.method, path, key), (tx, made) =>
      remove(jobs, tx, viewer, made).catch(unlessGone),
    );
    return null;
  });
};

export const feature: Feature = { routes };
