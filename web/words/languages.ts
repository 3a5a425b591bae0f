import type { Words } from './words.ts';

/** The languages that Circle speaks; each is one file here, one in server/words/, and one beside contract/errors/errors.ts. */
export const languages = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
} satisfies Record<string, () => Promise<Words>>;
