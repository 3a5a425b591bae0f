/** The choice of language and time zone. */
export const language = {
  title: 'Language and time zone',
  language: 'Language',
  languageHint: 'For pages, notifications and e-mails.',
  timeZone: 'Time zone',
  timeZoneHint: 'For dates and times, also in e-mails.',
  elsewhere: (zone: string) => `For dates and times, also in e-mails. This device is in ${zone}.`,
  saved: 'Saved',
  failed: 'Your choice was not saved',
};
