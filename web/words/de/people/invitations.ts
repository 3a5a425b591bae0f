import type { invitations as english } from '../../en/people/invitations.ts';

export const invitations = {
  email: 'E-Mail',
  emailPlaceholder: 'name@example.org',
  message: 'Persönliche Nachricht',
  defaultMessage:
    'Komm zu mir auf Circle! Das ist ein kleiner, privater Ort, um Momente zu teilen: ohne Werbung, bezahlt von seinen Mitgliedern, und nur die Leute, die wir auswählen, sehen etwas.',
  submit: 'Einladung senden',
  busy: 'Wird gesendet …',
  emailRequired: 'Die E-Mail-Adresse fehlt',
  invalidEmail: 'Die E-Mail-Adresse ist ungültig',
  sent: 'Einladung gesendet',
  failed: 'Die Einladung wurde nicht gesendet',
  failedText: 'Bitte versuch es später noch einmal.',
  unmailed: {
    before:
      'Hier können noch keine E-Mails verschickt werden. Du bekommst einen Code und einen Link und gibst sie selbst weiter.',
    title: 'Es wurde nichts verschickt.',
    text: (email: string) =>
      `Hier können noch keine E-Mails verschickt werden. Die Einladung für ${email} ist fertig: Zeig den Code, oder schick den Link selbst.`,
    intro: 'Der Code gilt einmal und 30 Tage lang. Wir sagen dir Bescheid, wenn er eingelöst ist.',
    used: 'Diese Einladung ist eingelöst.',
    another: 'Noch jemanden einladen',
    badge: 'Nicht verschickt',
  },
  beta: { title: 'Einladung zur Beta senden', intro: 'An jemanden, dem du es ohnehin zeigen würdest.' },
  toCircle: { title: 'Mitglieder einladen in', back: (name: string) => `Zurück zu ${name}` },
  byEmail: {
    title: 'Per E-Mail einladen',
    intro:
      'In der Mail steht ein Code, der einmal und 30 Tage lang gilt. Wir sagen dir Bescheid, wenn er eingelöst ist.',
  },
  effect: {
    shared: (name: string, earlier: boolean) =>
      `Wer annimmt, sieht ${name}, alle darin und die Momente ${earlier ? 'von Anfang an' : 'ab dann'}, außerdem dein Foto, deine E-Mail-Adresse und was du über dich schreibst.`,
    private: (earlier: boolean) =>
      `Wer annimmt, sieht die Momente, die du mit diesem Kreis teilst, ${earlier ? 'von Anfang an' : 'ab dann'}, außerdem dein Foto, deine E-Mail-Adresse und was du über dich schreibst. Vom Kreis und seinen Mitgliedern erfährt die Person nichts.`,
    none: 'Wer annimmt, sieht nur deinen Namen, bis du die Person in einen Kreis aufnimmst.',
  },
  recent: {
    title: 'Neueste Einladungen',
    note: 'Seit du Circle geöffnet hast',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
  },
  open: {
    title: 'Offene Einladungen',
    byLink: 'Per Link',
    until: (circle: string | null, date: string) =>
      circle === null ? `Gilt bis ${date}` : `In ${circle}. Gilt bis ${date}`,
    withdraw: 'Zurückziehen',
    withdrawFor: (email: string | null, date: string) =>
      email === null ? `Einladung per Link vom ${date} zurückziehen` : `Einladung an ${email} zurückziehen`,
    withdrawn: 'Einladung zurückgezogen',
    failed: 'Die Einladung konnte nicht zurückgezogen werden',
  },
  own: {
    title: 'Das ist deine eigene Einladung',
    text: 'Sie ist für jemand anderen: Schick der Person den Link. Er funktioniert einmal.',
    withdraw: 'Zurückziehen',
  },
  vouch: {
    label: 'Ich weiß, wer das ist: verifiziert beim Beitritt',
    note: 'Die Person kann sofort teilen, und ihr Profil sagt, dass du für sie gebürgt hast.',
  },
  link: {
    label: 'Einladungslink',
    copy: 'Link kopieren',
    copied: 'Link kopiert',
    copyFailed: 'Der Link konnte nicht kopiert werden. Bitte markiere ihn oben und kopiere ihn.',
    share: 'Link teilen',
    shareFailed: 'Der Link konnte nicht geteilt werden. Bitte markiere ihn oben und kopiere ihn.',
  },
  code: {
    heading: 'Ohne Adresse',
    intro: 'Lass jemanden einen Code von deinem Bildschirm scannen, oder verschick den Link auf anderem Weg.',
    show: 'Code zeigen',
    title: 'Einladungscode',
    scan: 'Lass ihn mit der Kamera scannen, oder verschick den Link. Nur dieses Fenster zeigt ihn.',
    qr: 'QR-Code des Einladungslinks',
    letters: 'Der Code in Buchstaben',
    until: (date: string) => `Gilt einmal, bis ${date}`,
    busy: 'Code wird erstellt …',
    make: 'Code zeigen',
    before: 'Wer den Code in die Hände bekommt, kann ihn einlösen, einmal.',
    used: 'Dieser Code ist eingelöst. Für die nächste Person brauchst du einen neuen.',
    again: 'Neuer Code',
  },
  join: {
    loading: 'Die Einladung wird geladen …',
    invites: (name: string) => `${name} lädt dich ein zu`,
    somebody: 'Du bist eingeladen zu',
    access: 'Zu Circle',
    busy: 'Wird angenommen …',
    signedInAs: (name: string) => `Du bist als ${name} angemeldet.`,
    effect: (name: string | null) =>
      name === null
        ? 'Wer dich eingeladen hat, entscheidet, was du siehst. Dein Foto, deine E-Mail-Adresse und der Text über dich bleiben privat, bis du jemanden in einen deiner Kreise aufnimmst.'
        : `Du siehst dann das Foto, die E-Mail-Adresse und den Text von ${name}. Deine bleiben privat, bis du die Person in einen deiner Kreise aufnimmst.`,
    isOnFrame: 'Ein Bilderrahmen zeigt die Fotos dieses Kreises allen, die ihn ansehen.',
    joined: 'Du bist dabei',
    joinedText: (circle: string) => `Du bist jetzt in ${circle}.`,
    failed: 'Der Beitritt hat nicht geklappt',
    failedText: 'Bitte versuch es gleich noch einmal.',
    invalidAdvice:
      'Jede Einladung funktioniert nur einmal. Bitte die Person, von der sie kam, um eine neue. Das dauert nur zehn Sekunden.',
    unreadable: 'Die Einladung konnte nicht geladen werden',
    unreadableAdvice: 'Circle ist nicht erreichbar. Bitte versuch es gleich noch einmal.',
    home: 'Zu Circle',
  },
} satisfies typeof english;
