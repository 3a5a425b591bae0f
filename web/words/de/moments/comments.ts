import type { comments as english } from '../../en/moments/comments.ts';
import { numbered } from '../app/plural.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('de', { type: 'conjunction' });

export const comments = {
  open: (count: number) => `Kommentare, ${numbered(count)}`,
  count: numbered,
  list: 'Kommentare',
  loading: 'Kommentare werden geladen …',
  failed: 'Die Kommentare konnten nicht geladen werden.',
  earlier: 'Frühere Kommentare zeigen',
  earlierBusy: 'Wird geladen …',
  add: 'Kommentieren',
  send: 'Kommentar senden',
  delete: 'Kommentar löschen',
  addFailed: 'Der Kommentar wurde nicht gesendet',
  addLost: 'Circle wurde nicht erreicht. Was du geschrieben hast, ist noch da; bitte sende es noch einmal.',
  deleteFailed: 'Der Kommentar wurde nicht gelöscht',
  seenBy: {
    author: (name: string) => `Nur ${name} wird das sehen.`,
    nobody: 'Nur du wirst das sehen.',
    circles: (circles: readonly string[]) => `Wer in ${names.format(circles)} ist, wird das sehen.`,
  },
} satisfies typeof english;
