import type { Words } from './words.ts';

export const mail: Words['mail'] = {
  reset: {
    subject: 'Ein neues Passwort für Circle',
    heading: 'Wähle ein neues Passwort',
    about:
      'Mit diesem Link wählst du ein neues Passwort und wirst überall abgemeldet. Er funktioniert einmal und eine Stunde lang.',
    action: 'Neues Passwort wählen',
    notYou: 'Wenn du nicht darum gebeten hast, ignoriere diese Mail. Dein Passwort bleibt, wie es ist.',
  },
  footer: (address) =>
    `Gesendet von Circle unter ${address}. Benachrichtigungen per Mail enthalten keine Fotos und keine Kommentare.`,
  stop: 'Auswählen, welche Mails du bekommst',
  invitation: {
    subject: (name, circle) =>
      circle === null ? `${name} lädt dich zu Circle ein` : `${name} lädt dich in ${circle} auf Circle ein`,
    heading: (name, circle) =>
      circle === null ? `${name} lädt dich zu Circle ein` : `${name} lädt dich in ${circle} ein`,
    about:
      'Circle ist ein privater Ort ohne Werbung, um Momente mit den Menschen zu teilen, die du auswählst. Man kommt nur mit Einladung hinein.',
    action: 'Einladung ansehen',
    code: (code) => `Dein Einladungscode ist ${code}. Er gilt einmal und 30 Tage lang.`,
    notYou: (name) => `Wenn du ${name} nicht kennst, ignoriere diese Mail. Dann passiert nichts.`,
  },
  change: {
    subject: 'Deine neue E-Mail-Adresse für Circle',
    heading: 'Diese Adresse verwenden?',
    about: (name: string) =>
      `${name} möchte diese Adresse für ein Konto bei Circle verwenden. Wenn du das bist, bestätige es mit dem Knopf.`,
    action: 'Diese Adresse verwenden',
    notYou:
      'Wenn du das nicht bist, ignoriere diese Mail, auch wenn du selbst ein Konto mit dieser Adresse hast. Sonst bekommt das andere Konto deine Adresse.',
  },
  changeNotice: {
    subject: 'Deine E-Mail-Adresse auf Circle soll sich ändern',
    about:
      'Jemand hat mit deinem Passwort eine neue E-Mail-Adresse für dein Konto angegeben. Wir haben einen Link dorthin geschickt. Wenn das nicht du warst, sag uns Bescheid: Wir melden dich auf allen Geräten ab, machen diesen Link ungültig und schicken dir einen Link für ein neues Passwort.',
  },
  passwordNotice: { subject: 'Dein Passwort auf Circle wurde geändert' },
  protectionNotice: {
    about: (at, device) =>
      `Wann: ${at}. ${device === null ? 'Das hat die Person getan, die diesen Ort betreibt, auf deine Bitte um ein neues Passwort' : `Gerät: ${device}`}. Wenn du das warst, musst du nichts tun.`,
    notYou:
      'Wenn das nicht du warst, sag uns Bescheid: Wir melden dich auf allen Geräten ab und schicken dir einen Link für ein neues Passwort. Öffne danach „Mein Konto“ und entferne Passkeys und Authenticator-Apps, die nicht von dir sind. Wenn du beim Anmelden nach einem Code oder Passkey gefragt wirst, den du nicht hast, bitte die Person, die diesen Ort betreibt, ihn zu entfernen.',
  },
  frameNotice: {
    title: 'Ein Bilderrahmen ist zu deinem Konto dazugekommen',
    about: (device, circle, at) =>
      `${device} zeigt seit ${at} die Fotos aus „${circle}“, die du sehen kannst. Wenn du das warst, musst du nichts tun. Beenden kannst du ihn jederzeit unter „Mein Konto“ bei „Bilderrahmen“.`,
    aboutPrivate: (device, at) =>
      `${device} zeigt seit ${at} die Fotos aus einem deiner privaten Kreise. Wenn du das warst, musst du nichts tun. Beenden kannst du ihn jederzeit unter „Mein Konto“ bei „Bilderrahmen“.`,
    notYou:
      'Hat dich jemand gebeten, einen Code einzugeben? Dann ist es dessen Bildschirm: Beende den Bilderrahmen. Wenn du gar keinen Code eingegeben hast, sag uns Bescheid: Wir melden dich auf allen Geräten ab, beenden deine Bilderrahmen und schicken dir einen Link für ein neues Passwort.',
  },
  factorsLeft: {
    about:
      'Du hast gerade mit dem Link aus unserer Mail ein neues Passwort gesetzt. Außerdem schützen diese Faktoren dein Konto weiterhin:',
    passkey: (name, added) =>
      `Der Passkey „${name}“ vom ${added}. Damit kann man sich ohne Passwort anmelden.`,
    totp: 'Deine Authenticator-App.',
    remove: 'Wenn etwas davon nicht von dir ist, entferne es unter „Mein Konto“.',
    action: 'Ansehen',
  },
  test: {
    heading: 'Dein Mailserver funktioniert',
    about: 'Hier ist die Testmail. Auch Einladungen und Benachrichtigungen kommen jetzt an.',
  },
  notMe: 'Das war nicht ich',
  confirm: {
    subject: 'Bestätige deine E-Mail-Adresse für Circle',
    heading: 'Ist das deine E-Mail-Adresse?',
    about:
      'Jemand hat sich mit dieser Adresse bei Circle registriert. Wenn du sie bestätigst, können dich Leute finden, die sie kennen.',
    action: 'Diese Adresse bestätigen',
    notYou: 'Wenn das nicht du warst, ignoriere diese Mail.',
  },
};
