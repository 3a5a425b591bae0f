import type { conversation as english } from '../../en/moments/conversation.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('de', { type: 'conjunction' });

export const conversation = {
  list: 'Kommentare',
  failed: 'Die Kommentare konnten nicht geladen werden.',
  earlier: 'Frühere Kommentare zeigen',
  earlierBusy: 'Wird geladen …',
  add: 'Kommentieren',
  send: 'Kommentar senden',
  answer: 'Antworten',
  answerTo: (name: string) => `${name} antworten`,
  answering: (name: string) => `Antwort an ${name}`,
  stopAnswering: 'Nicht mehr antworten',
  answersTo: (name: string) => `Antworten an ${name}`,
  answersEarlier: 'Antworten auf einen früheren Kommentar',
  toDeleted: 'Antwort auf einen gelöschten Kommentar',
  options: 'Optionen des Kommentars',
  delete: 'Kommentar löschen',
  deleteTitle: 'Diesen Kommentar löschen?',
  deleteOwn: 'Das lässt sich nicht rückgängig machen.',
  deleteOf: (name: string) => `Das lässt sich nicht rückgängig machen. ${name} wird nicht benachrichtigt.`,
  deleteBusy: 'Wird gelöscht …',
  addFailed: 'Der Kommentar wurde nicht gesendet',
  addLost: 'Circle ist nicht erreichbar. Dein Text ist noch da. Bitte sende ihn noch einmal.',
  deleteFailed: 'Der Kommentar wurde nicht gelöscht',
  seenBy: {
    author: (name: string) => `Nur ${name} wird das sehen.`,
    answer: (name: string) => `Nur wer den Kommentar von ${name} sieht, kann das sehen.`,
    nobody: 'Nur du wirst das sehen.',
    circles: (circles: readonly string[]) => `Alle in ${names.format(circles)} werden das sehen.`,
  },
} satisfies typeof english;
