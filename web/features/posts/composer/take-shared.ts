import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { deleteOffline, readOffline } from '../../../offline/offline-db.ts';
import { changeDraft } from './draft.ts';
import { addPhotos } from './prepare-photos.ts';

const Shared = z.object({
  owner: z.string(),
  at: z.number(),
  files: z.array(z.instanceof(File)),
  text: z.string(),
});

/** Milliseconds for which a share from another app is kept. */
const maxAgeMs = 60 * 60_000;

/** Moves this member's share from another app into the draft; returns the reasons for refused files, null if there is none. */
export const takeShared = async (client: QueryClient, memberId: string): Promise<string[] | null> => {
  const shared = Shared.safeParse(await readOffline('photos', 'shared'));
  await deleteOffline('photos', 'shared');
  if (!shared.success || shared.data.owner !== memberId || Date.now() - shared.data.at > maxAgeMs)
    return null;
  const { files, text } = shared.data;
  if (text !== '')
    changeDraft((now) => ({ text: [now.text, text].filter((part) => part !== '').join('\n') }));
  return addPhotos(client, files);
};
