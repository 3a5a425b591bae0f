import type { Words } from './words.ts';

export const mailbox: Words['mailbox'] = {
  ask: {
    heading: (name, circle) => `${name} lädt dich zu ${circle ?? 'Circle'} ein`,
    about: (name) =>
      `Hallo ${name}, du brauchst keine App und kein Passwort. Wenn es neue Fotos und Worte gibt, bekommst du abends einen Brief per E-Mail, und du kannst ihn beantworten wie jede andere E-Mail.`,
    yes: 'Möchtest du das? Dann drück auf Ja, oder antworte auf diese E-Mail mit dem Wort Ja.',
    stop: 'Wenn nicht, drück auf Stopp oder antworte mit dem Wort Stopp. Dann fragen wir nicht noch einmal.',
    action: 'Mit einem Knopf antworten',
    unclear: {
      heading: 'War das ein Ja?',
      about: (question) =>
        `Danke für deine E-Mail. Wir konnten nicht erkennen, ob du hierzu Ja gesagt hast: ${question}. Bitte drück auf einen der beiden Knöpfe.`,
    },
    footer: (address) => `Gesendet von Circle auf ${address}.`,
  },
  welcome: {
    subject: (circle) => (circle === null ? 'Willkommen' : `Willkommen bei ${circle}`),
    about:
      'Ab jetzt bekommst du abends einen Brief, wenn es etwas Neues gibt. Unter jedem Moment kannst du antworten oder ein Herz schicken.',
    photos: (circle, address) =>
      `Möchtest du Fotos mit ${circle} teilen? Schick sie per E-Mail an ${address}. Du kannst diese Adresse bei deinen Kontakten speichern.`,
    stop: 'Wenn du keine Briefe mehr möchtest, antworte auf einen mit dem Wort Stopp.',
  },
  account: {
    subject: 'Mach ein Konto daraus',
    about:
      'Mit einem Konto kannst du Circle im Browser und auf dem Handy benutzen. Alles, was du geschrieben hast, bleibt deins. Wenn du lieber bei Briefen bleibst, musst du nichts tun.',
    action: 'Ansehen',
  },
  replies: {
    empty: {
      subject: 'Deine Antwort war leer',
      about:
        'Deine E-Mail ist angekommen, aber es standen keine Worte von dir darin. Bitte schreib sie über die zitierte E-Mail.',
    },
    photosHere: {
      subject: 'Deine Fotos wurden nicht geteilt',
      about:
        'Eine Antwort auf einen Moment kann nur Worte enthalten. Um Fotos zu teilen, schick sie an die Adresse „Fotos an … schicken“ in deinem Brief.',
    },
    wordsOnly: {
      subject: 'Deine Worte sind angekommen, deine Fotos nicht',
      about:
        'Eine Antwort auf einen Moment kann nur Worte enthalten. Um Fotos zu teilen, schick sie an die Adresse „Fotos an … schicken“ in deinem Brief.',
    },
    photosOnly: {
      subject: 'Einige Anhänge wurden nicht geteilt',
      about: 'Dein Moment ist geteilt. Per E-Mail kann man nur Fotos schicken; die anderen Anhänge fehlen.',
    },
    noPhotos: {
      subject: 'Deine E-Mail wurde nicht geteilt',
      about: 'Sie enthielt keine Worte und keine Fotos. Per E-Mail kann man nur Worte und Fotos teilen.',
    },
    unverified: {
      subject: 'Deine E-Mail wurde nicht geteilt',
      about:
        'Du kannst Momente beantworten und Herzen schicken. Bevor du eigene Momente teilen kannst, muss jemand bestätigen, wer du bist. Bitte frag die Person, die dich eingeladen hat.',
    },
    refused: {
      subject: 'Deine E-Mail wurde nicht geteilt',
      about: (why) => `${why} Das hast du geschrieben, damit nichts verloren geht:`,
    },
    gone: {
      subject: 'Deine E-Mail wurde nicht geteilt',
      about: 'Den Moment oder den Kreis gibt es nicht mehr, oder du bist nicht mehr in diesem Kreis.',
    },
    which: {
      subject: 'Welchen Moment meintest du?',
      about:
        'Dein Brief hatte mehrere Momente, deshalb ist deine Antwort noch nicht geteilt. Drück auf den Knopf unter dem Moment, den du meinst, und schick die E-Mail ab, die sich öffnet:',
      moment: (author, when, words) => `${author}, ${when}${words === '' ? '' : `:\n„${words}“`}`,
      answer: 'Auf diesen Moment antworten',
    },
    stopped: {
      subject: 'Du bekommst keine Briefe mehr',
      about:
        'Deine Briefe sind gestoppt. Wenn du sie wieder möchtest, antworte auf diese E-Mail mit dem Wort Start.',
    },
    started: {
      subject: 'Deine Briefe kommen wieder',
      about: 'Ab jetzt bekommst du wieder einen Brief, wenn es etwas Neues gibt.',
    },
    doubt: {
      subject: 'Eine E-Mail in deinem Namen ist angekommen: Warst du das?',
      about:
        'Jemand hat uns eine E-Mail in deinem Namen geschickt. Wir konnten nicht sicher sein, dass sie von dir kommt, deshalb wurde nichts geteilt. Wenn du es warst, schick sie bitte noch einmal von dieser Adresse, oder öffne deinen letzten Brief und antworte dort. Wenn du es nicht warst, musst du nichts tun.',
    },
    many: {
      subject: 'Das war genug für heute',
      about: 'Du kannst am Tag 20 E-Mails schicken. Bitte schick diese morgen noch einmal.',
    },
  },
};
