import type { describe as english } from '../../en/moments/describe.ts';

/** Describing the photos of a moment after it was shared. */
export const describe = {
  text: 'Wer die Fotos nicht sehen kann, bekommt die Beschreibungen vorgelesen.',
  save: 'Speichern',
  busy: 'Wird gespeichert …',
  done: 'Fotos beschrieben',
  failed: 'Die Beschreibungen wurden nicht gespeichert',
} satisfies typeof english;
