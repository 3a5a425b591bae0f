import { words } from '../words/words.ts';

/** The sentence for an answer that is not Circle's: something between the browser and the server gave it. */
export const fromBetween = (status: number): string | null => {
  const texts = words.between;
  if (status === 413) return texts.tooLarge;
  if (status === 429) return texts.tooMany;
  if (status === 511) return texts.signIn;
  if (status === 502 || status === 503 || status === 504) return texts.unreachable({ status });
  return status < 500 ? texts.refused({ status }) : null;
};
