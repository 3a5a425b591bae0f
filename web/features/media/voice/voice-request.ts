import * as z from 'zod/mini';
import type { Item } from '../../../outbox/item.ts';

/** The input of an item that is a recording. */
export const VoiceInput = z.object({
  name: z.string(),
  seconds: z.number(),
  wave: z.nullable(z.array(z.number())),
  /** The words that are said, for people who cannot hear it. */
  words: z.string(),
});
export type VoiceInput = z.infer<typeof VoiceInput>;

/** The form of a recording. */
export const voiceForm = ({ name, wave, words }: VoiceInput, sound: Blob): FormData => {
  const form = new FormData();
  if (wave !== null) form.append('wave', JSON.stringify(wave));
  if (words.trim() !== '') form.append('words', words.trim());
  form.append('sound', sound, name);
  return form;
};

/** The recording among the items of a moment or comment. */
export const voiceAmong = (items: readonly Item[]): Item | undefined =>
  items.find(({ kind }) => kind === 'voice');

export const voiceInputOf = ({ input }: Item): VoiceInput =>
  VoiceInput.safeParse(input).data ?? { name: 'voice', seconds: 0, wave: null, words: '' };

/** The change that sends a recording from its draft to this place, with what needs it. */
export const sentTo = (place: string, { state }: Item): Partial<Item> =>
  state === 'arrived' ? { place } : { place, state: 'waiting', problem: null, tries: 0, notBefore: 0 };
