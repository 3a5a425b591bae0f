import type { mailbox as english } from '../../en/people/mailbox.ts';

export const mailbox = {
  title: 'Per Brief',
  intro: 'Auch wer nur E-Mail hat, kann dabei sein. Briefe kommen als E-Mail, und man antwortet per E-Mail.',
  asked: {
    title: 'Noch ohne Antwort',
    failed: 'Die offenen Fragen konnten nicht geladen werden.',
    until: (asked: string, until: string) => `Gefragt am ${asked}. Offen bis ${until}.`,
    withdraw: 'Zurückziehen',
    withdrawFor: (name: string) => `Die Frage an ${name} zurückziehen`,
    withdrawn: 'Frage zurückgezogen',
    withdrawnText: (name: string) => `Die E-Mail an ${name} funktioniert nicht mehr.`,
    withdrawFailed: 'Die Frage wurde nicht zurückgezogen',
  },
  add: {
    open: 'Jemanden hinzufügen, der nur E-Mail hat',
    title: (circle: string) => `Jemanden per Brief zu ${circle} hinzufügen`,
    text: 'Wir fragen mit einer E-Mail. Die Person ist dabei, sobald sie Ja sagt.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    verify: 'Ich weiß, wer das ist',
    verifyNote: 'Ohne das kann die Person kommentieren und Herzen geben, aber keine Momente teilen.',
    unverified: 'Die Person kann kommentieren und Herzen geben, aber keine Momente teilen.',
    submit: 'Per E-Mail fragen',
    busy: 'Wird gesendet …',
    done: (name: string) => `Wir fragen ${name}`,
    doneText: (name: string, circle: string) =>
      `${name} ist in ${circle}, sobald die Antwort Ja lautet. Jede Adresse bekommt höchstens eine E-Mail.`,
    failed: 'Die Frage wurde nicht gesendet',
    off: 'Hier können noch keine E-Mails ankommen',
    offText:
      'Die Person, die diesen Ort betreibt, muss MAIL_IN und MAIL_REPLY setzen. Wie das geht, steht in docs/operating.md im Abschnitt „Mail in“.',
    names: (circle: string) => `In Briefen aus ${circle} stehen nur Namen`,
    namesText:
      'Wer per Brief dabei ist, sieht Momente nur in Briefen. Darum müssen Worte und Fotos darin stehen. Das gilt dann für alle Briefe aus diesem Kreis, und die Mitglieder werden benachrichtigt. Einen Brief kann man nicht zurückholen.',
    carry: 'Worte und Fotos in Briefe aufnehmen',
    carryBusy: 'Wird gespeichert …',
    carryFailed: 'Die Briefe wurden nicht geändert',
  },
  account: {
    open: 'Zum Konto machen',
    title: (name: string) => `Ein Konto für ${name}?`,
    text: (name: string) =>
      `Wir schicken ${name} einen Link. Damit kann ${name} ein Passwort wählen und Circle nutzen wie du. Alles Geschriebene bleibt.`,
    submit: 'Link schicken',
    busy: 'Wird gesendet …',
    done: 'Link geschickt',
    doneText: (name: string) => `Bis ${name} ihn benutzt, ändert sich nichts.`,
    failed: 'Der Link wurde nicht geschickt',
  },
  unmailed: {
    title: 'Es wurde nichts verschickt',
    text: 'Hier können keine E-Mails verschickt werden. Die Mail liegt als Datei auf dem Server: Bitte die Administration, sie weiterzugeben.',
  },
  options: (name: string) => `Optionen für ${name}`,
  removed: (name: string) =>
    `${name} bekommt keine Briefe mehr aus diesem Kreis und kann auf frühere nicht mehr antworten.`,
  onlyAsked: 'Muss erst per E-Mail Ja sagen',
} satisfies typeof english;
