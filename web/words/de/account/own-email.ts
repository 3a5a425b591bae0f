import type { ownEmail as english } from '../../en/account/own-email.ts';

export const ownEmail = {
  change: 'E-Mail-Adresse ändern',
  add: 'E-Mail-Adresse hinzufügen',
  text: 'Wir schicken einen Link an die neue Adresse. Sie gilt, sobald du ihn öffnest. Bis dahin ändert sich nichts.',
  email: 'Neue E-Mail-Adresse',
  password: 'Dein Passwort',
  submit: 'Link senden',
  busy: 'Wird gesendet …',
  done: 'Schau in dein neues Postfach',
  doneText: (email: string) => `Wenn ${email} verwendet werden kann, findest du dort jetzt einen Link.`,
  failed: 'Der Link wurde nicht gesendet',
  unmailed: {
    text: 'Hier können keine E-Mails verschickt werden. Bitte die Administration um den Link, mit dem die neue Adresse gilt. Bis du ihn öffnest, ändert sich nichts.',
    submit: 'Link erstellen',
    busy: 'Einen Moment …',
    done: 'Es wurde nichts verschickt',
    doneText: (email: string) =>
      `Wenn ${email} verwendet werden kann, liegt der Link jetzt auf dem Server. Bitte die Administration darum.`,
  },
} satisfies typeof english;
