import type { firstRun as english } from '../../en/admin/first-run.ts';

export const firstRun = {
  again: { name: 'Name und Sprache', mail: 'Mail', circle: 'Erster Kreis und erste Einladung' },
  step: (step: number) => `Schritt ${step} von 3`,
  loading: 'Wird geladen …',
  busy: 'Einen Moment …',
  save: 'Speichern und weiter',
  next: 'Weiter',
  skip: 'Überspringen',
  back: 'Zurück',
  name: {
    title: 'Gib diesem Ort einen Namen',
    intro:
      'Andere sehen ihn in Mails und wenn sie beitreten. Du kannst alles später unter Verwaltung, System ändern.',
    name: 'Name',
    nameHint: 'Zum Beispiel der Name deiner Familie.',
    language: 'Sprache dieses Ortes',
    languageHint: 'Für Einladungen per Mail. Mitglieder wählen ihre eigene unter Mein Konto.',
  },
  mail: {
    title: 'Lass Circle Mails verschicken',
    intro: 'Circle verschickt Einladungen, neue Passwörter und Benachrichtigungen.',
    none: 'Noch ist kein Mailserver eingerichtet. Bis dahin schreibt Circle Mails als Dateien in seinen Datenordner, und du kannst per Code einladen.',
    how: 'Ergänze diese zwei Zeilen mit den Angaben deines Mailanbieters in der Datei .env im Ordner von Circle und starte Circle neu:',
    server: (server: string, from: string) => `Circle verschickt Mails über ${server}, von ${from}.`,
    test: 'Testmail an mich schicken',
    sending: 'Wird gesendet …',
    sent: (address: string) =>
      `Der Mailserver hat die Mail an ${address} angenommen. Bitte sieh nach, ob sie angekommen ist.`,
    failed: 'Die Mail wurde nicht gesendet. Bitte prüfe SMTP_URL.',
  },
  circle: {
    title: 'Beginne deinen ersten Kreis',
    intro:
      'Ein Kreis ist eine Gruppe von Menschen, die sehen, was du mit ihr teilst. Danach lädst du die erste Person ein.',
    name: 'Name des Kreises',
    placeholder: 'Familie',
    submit: 'Erstellen und jemanden einladen',
  },
} satisfies typeof english;
