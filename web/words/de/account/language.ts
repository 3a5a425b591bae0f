import type { language as english } from '../../en/account/language.ts';

export const language = {
  title: 'Sprache und Zeitzone',
  language: 'Sprache',
  languageHint: 'Für Seiten, Benachrichtigungen und E-Mails.',
  timeZone: 'Zeitzone',
  timeZoneHint: 'Für Datum und Uhrzeit, auch in E-Mails.',
  elsewhere: (zone: string) => `Für Datum und Uhrzeit, auch in E-Mails. Dieses Gerät ist in ${zone}.`,
  saved: 'Gespeichert',
  failed: 'Deine Auswahl wurde nicht gespeichert',
} satisfies typeof english;
