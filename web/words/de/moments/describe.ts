import type { describe as english } from '../../en/moments/describe.ts';

/** Describing the photos of a moment after it was shared. */
export const describe = {
  text: 'Beschreibungen werden Menschen vorgelesen, die die Fotos nicht sehen können.',
  save: 'Speichern',
  busy: 'Wird gespeichert …',
  done: 'Fotos beschrieben',
  failed: 'Die Beschreibungen wurden nicht gespeichert',
} satisfies typeof english;
