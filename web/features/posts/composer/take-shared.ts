import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { deleteOffline, readOffline } from '../../../offline/offline-db.ts';
import { changeDraft, draftOf } from './draft.ts';
import { choosePhotos } from './draft-photos.ts';

const Shared = z.object({
  owner: z.string(),
  at: z.number(),
  files: z.array(z.instanceof(File)),
  text: z.string(),
});

/** Milliseconds for which a share from another app is kept. */
const maxAgeMs = 60 * 60_000;

const readShared = async (memberId: string) => {
  const shared = Shared.safeParse(await readOffline('photos', 'shared'));
  await deleteOffline('photos', 'shared');
  if (!shared.success || shared.data.owner !== memberId || Date.now() - shared.data.at > maxAgeMs)
    return null;
  return shared.data;
};

/**
 * Moves this member's share from another app, or from a page of somebody else, into the draft. A new draft gets no circles:
 * nothing is shared before its member has chosen some. Resolves with whether there was one.
 */
export const takeShared = async (client: QueryClient, memberId: string): Promise<boolean> => {
  const shared = await readShared(memberId);
  if (!shared) return false;
  const { files, text } = shared;
  const before = draftOf(memberId);
  changeDraft({
    text: [before.text, text].filter((part) => part !== '').join('\n'),
    ...(before.changedAt === undefined && { circleIds: [] }),
  });
  choosePhotos(client, memberId, files);
  return true;
};
