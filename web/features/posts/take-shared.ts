import * as z from 'zod/mini';
import { dropKept, takeKept } from '../../kept-db.ts';
import { changeDraft } from './draft.ts';
import { takePhotos } from './take-photos.ts';

const Shared = z.object({ at: z.number(), files: z.array(z.instanceof(File)), text: z.string() });

/** Milliseconds in which somebody who had to sign in first comes back for what they shared. */
const longest = 60 * 60_000;

/** Puts what another app shared into the draft; answers what was refused, and why. */
export const takeShared = async (): Promise<string[]> => {
  const shared = Shared.safeParse(await takeKept('photos', 'shared'));
  await dropKept('photos', 'shared');
  if (!shared.success || Date.now() - shared.data.at > longest) return [];
  const { files, text } = shared.data;
  if (text !== '')
    changeDraft((now) => ({ text: [now.text, text].filter((part) => part !== '').join('\n') }));
  return takePhotos(files);
};
