import * as z from 'zod/mini';

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
