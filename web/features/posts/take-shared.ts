import * as z from 'zod/mini';
import { dropKept, takeKept } from '../../kept-db.ts';
import { changeDraft } from './draft.ts';
import { takePhotos } from './take-photos.ts';

const Shared = z.object({
  owner: z.string(),
  at: z.number(),
  files: z.array(z.instanceof(File)),
  text: z.string(),
});

/** Milliseconds for which a share waits, such as while its member finishes something else. */
const longest = 60 * 60_000;

/** Puts what this member shared from another app into the draft; answers what was refused, and why; null for nothing. */
export const takeShared = async (memberId: string): Promise<string[] | null> => {
  const shared = Shared.safeParse(await takeKept('photos', 'shared'));
  await dropKept('photos', 'shared');
  if (!shared.success || shared.data.owner !== memberId || Date.now() - shared.data.at > longest) return null;
  const { files, text } = shared.data;
  if (text !== '')
    changeDraft((now) => ({ text: [now.text, text].filter((part) => part !== '').join('\n') }));
  return takePhotos(files);
};
