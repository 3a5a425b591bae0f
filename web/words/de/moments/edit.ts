import type { edit as english } from '../../en/moments/edit.ts';

export const edit = {
  edited: 'bearbeitet',
  post: 'Moment bearbeiten',
  postLabel: 'Dein Text',
  comment: 'Kommentar bearbeiten',
  commentLabel: 'Dein Kommentar',
  kept: 'Deine nicht gespeicherten Änderungen sind noch da.',
  save: 'Speichern',
  busy: 'Wird gespeichert …',
  done: 'Änderungen gespeichert',
  failed: 'Deine Änderungen wurden nicht gespeichert',
  lost: 'Circle ist nicht erreichbar. Deine Änderungen sind noch da. Bitte speichere sie noch einmal.',
  waiting: {
    title: 'Deine Änderungen warten auf eine Verbindung.',
    text: 'Sie werden gespeichert, sobald du wieder online bist.',
    mark: 'Wartet auf eine Verbindung',
  },
} satisfies typeof english;
