import type { invitations as english } from '../../en/people/invitations.ts';

export const invitations = {
  email: 'E-Mail',
  emailPlaceholder: 'name@example.org',
  message: 'Persönliche Nachricht',
  defaultMessage:
    'Komm zu mir auf Circle. Das ist ein kleiner, privater Ort, um Momente zu teilen: ohne Werbung, bezahlt von denen, die dabei sind, und nur wen wir auswählen, sieht etwas.',
  submit: 'Einladung senden',
  busy: 'Wird gesendet …',
  emailRequired: 'Die E-Mail-Adresse fehlt',
  invalidEmail: 'Die E-Mail-Adresse stimmt nicht',
  sent: 'Einladung gesendet',
  failed: 'Die Einladung wurde nicht gesendet',
  failedText: 'Bitte versuch es später noch einmal.',
  beta: { title: 'Einladung zur Beta senden', intro: 'An jemanden, dem du es ohnehin zeigen würdest.' },
  toCircle: { title: 'Mitglieder einladen in', back: (name: string) => `Zurück zu ${name}` },
  byEmail: {
    title: 'Per E-Mail einladen',
    intro:
      'In der Mail steht ein Code, der einmal gilt, 30 Tage lang. Du hörst von uns, wenn er eingelöst ist.',
  },
  effect: {
    shared: (name: string, earlier: boolean) =>
      `Wer annimmt, sieht ${name}, alle darin und die Momente ${earlier ? 'von Anfang an' : 'ab dann'}, außerdem dein Foto, deine E-Mail-Adresse und was du über dich schreibst.`,
    private: (earlier: boolean) =>
      `Wer annimmt, sieht die Momente, die du mit diesem Kreis teilst, ${earlier ? 'von Anfang an' : 'ab dann'}, außerdem dein Foto, deine E-Mail-Adresse und was du über dich schreibst. Vom Kreis und davon, wer darin ist, erfährt die Person nichts.`,
    none: 'Wer annimmt, sieht deinen Namen. Mehr erst, wenn du die Person in einen Kreis aufnimmst.',
  },
  recent: {
    title: 'Gerade verschickt',
    note: 'Seit du diese Seite geöffnet hast',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
  },
  open: {
    title: 'Offene Einladungen',
    until: (circle: string | null, date: string) =>
      circle === null ? `Gilt bis ${date}` : `In ${circle}. Gilt bis ${date}`,
    withdraw: 'Zurückziehen',
    withdrawFor: (email: string) => `Einladung an ${email} zurückziehen`,
    withdrawn: 'Einladung zurückgezogen',
    failed: 'Die Einladung konnte nicht zurückgezogen werden',
  },
  own: {
    title: 'Das ist deine eigene Einladung',
    text: 'Sie ist für jemand anderen: Schick der Person den Link. Er funktioniert einmal.',
    link: 'Einladungslink',
    copy: 'Link kopieren',
    copied: 'Link kopiert',
    copyFailed: 'Der Link konnte nicht kopiert werden. Bitte markiere ihn oben und kopiere ihn.',
    withdraw: 'Zurückziehen',
  },
  join: {
    loading: 'Die Einladung wird gelesen …',
    invites: (name: string) => `${name} lädt dich ein zu`,
    somebody: 'Du bist eingeladen zu',
    access: 'Zu Circle',
    busy: 'Du trittst bei …',
    signedInAs: (name: string) => `Du bist als ${name} angemeldet.`,
    effect: (name: string | null) =>
      name === null
        ? 'Wer dich eingeladen hat, entscheidet, was du zu sehen bekommst. Dein eigenes Foto, deine E-Mail-Adresse und was du über dich schreibst bleiben privat, bis du jemanden in einen eigenen Kreis aufnimmst.'
        : `Du wirst Foto, E-Mail-Adresse und Selbstbeschreibung von ${name} sehen; deine bleiben privat, bis du die Person in einen eigenen Kreis aufnimmst.`,
    joined: 'Du bist dabei',
    joinedText: (circle: string) => `Du bist jetzt in ${circle}.`,
    failed: 'Der Beitritt hat nicht geklappt',
    failedText: 'Du konntest dem Kreis nicht beitreten',
    invalidAdvice:
      'Einladungen gelten einmal. Bitte die Person, von der sie kam, um eine neue; das dauert zehn Sekunden.',
    unreadable: 'Die Einladung konnte nicht gelesen werden',
    unreadableAdvice: 'Circle wurde nicht erreicht. Bitte versuch es gleich noch einmal.',
    home: 'Zu Circle',
  },
} satisfies typeof english;
