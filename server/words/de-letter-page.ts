import type { Words } from './words.ts';

export const letterPage: Words['letterPage'] = {
  missing: {
    title: 'Hier gibt es nichts',
    about:
      'Dieser Link gilt nicht mehr. Öffne bitte deinen neuesten Brief und versuche es von dort noch einmal.',
  },
  typed: 'Deine Worte wurden nicht gesendet. Du kannst sie hier kopieren:',
  problem: { title: 'Das hat nicht geklappt' },
  open: {
    title: 'Ein Brief von Circle',
    about:
      'Um ihn hier zu lesen, drücke den Knopf. Wir schicken dann eine E-Mail an die Adresse, an die der Brief ging.',
    button: 'Meinen Brief öffnen',
  },
  asked: {
    title: 'Schau bitte in deine E-Mails',
    about:
      'Wir haben eine E-Mail an die Adresse geschickt, an die der Brief ging. Öffne den Link darin innerhalb von 15 Minuten hier, im selben Browser.',
  },
  unmailed: {
    title: 'Es wurde nichts verschickt',
    about:
      'Hier können gerade keine E-Mails verschickt werden. Bitte frag die Person, die dich eingeladen hat.',
  },
  tooOften: 'Wir haben diesen Link heute schon mehrmals geschickt. Versuche es bitte morgen wieder.',
  mail: {
    subject: 'Öffne deinen Brief',
    about:
      'Du wolltest deinen Brief in einem Browser lesen. Dieser Link funktioniert einmal, 15 Minuten lang, in dem Browser, in dem du darum gebeten hast.',
    notYou: 'Wenn das nicht du warst, tu nichts. Ohne diese E-Mail kann niemand deinen Brief lesen.',
    action: 'Meinen Brief öffnen',
  },
  enter: {
    title: 'Noch ein Knopfdruck',
    about: 'Dann zeigt dir dieser Browser 90 Tage lang deine Briefe.',
  },
  linkOver: {
    title: 'Dieser Link funktioniert nicht mehr',
    about:
      'Er funktioniert einmal, 15 Minuten lang, und nur in dem Browser, in dem du darum gebeten hast. Du kannst um einen neuen bitten.',
  },
  letter: {
    title: 'Dein Brief',
    none: 'Es sind keine Momente darin.',
    earlier: 'Frühere Momente',
    newest: 'Zurück zu den neuesten Momenten',
    all: 'Alle Momente',
    mine: 'Meine Briefe',
    stop: 'Keine Briefe mehr',
  },
  moment: {
    title: (name) => `Ein Moment von ${name}`,
    sharedIn: (circles) => `in ${circles}`,
    like: 'Gefällt mir',
    about: (name, when) => `der Moment von ${name}, ${when}`,
    answer: 'Antworten',
    yourAnswer: 'Deine Antwort',
    send: 'Senden',
    comments: (count) => (count === 1 ? '1 Kommentar' : `${count} Kommentare`),
    allComments: 'Alle Kommentare',
    earlierComments: 'Frühere Kommentare',
    newestComments: 'Neueste Kommentare',
    play: (length) => `Video abspielen, ${length}`,
    likes: (count) => (count === 1 ? 'Gefällt 1 Person' : `Gefällt ${count} Personen`),
  },
  ask: {
    yes: 'Ja',
    stop: 'Stopp',
    sure: 'Du bekommst dann keine Briefe, und wir fragen nicht noch einmal.',
    welcome: {
      title: 'Willkommen',
      about: 'Wir haben dir eine E-Mail geschickt. Dein erster Brief kommt, wenn es etwas Neues gibt.',
    },
    stopped: {
      title: 'Alles klar',
      about: 'Du bekommst diese Briefe nicht, und wir fragen nicht noch einmal.',
    },
  },
  stop: {
    title: 'Keine Briefe mehr?',
    about:
      'Dann bekommst du keine Briefe mehr. Du bleibst in deinen Kreisen und kannst jederzeit wieder Briefe bekommen.',
    button: 'Keine Briefe mehr',
    done: {
      title: 'Du bekommst keine Briefe mehr',
      about:
        'Um wieder anzufangen, bitte um den Link zu „Meine Briefe“ und drücke dort „Wieder Briefe bekommen“.',
    },
  },
  mine: {
    title: 'Meine Briefe',
    askAbout:
      'Hier wählst du, wann Briefe kommen. Damit wir sicher sind, dass du es bist, schicken wir einen Link an die Adresse, an die der Brief ging.',
    askButton: 'Schickt mir den Link',
    askedAbout:
      'Wir haben eine E-Mail mit einem Link an die Adresse geschickt, an die der Brief ging. Der Link funktioniert 15 Minuten lang.',
    mail: {
      subject: 'Meine Briefe',
      about:
        'Mit diesem Link wählst du, wann deine Briefe kommen. Er funktioniert 15 Minuten lang. Gib ihn bitte nicht weiter.',
      action: 'Meine Briefe',
    },
    saved: 'Deine Wahl ist gespeichert.',
    when: 'Wann kommen Briefe?',
    evening: 'Am Abend',
    sunday: 'Am Sonntag',
    language: 'Sprache',
    timeZone: 'Zeitzone',
    save: 'Speichern',
    pausedAbout: 'Du bekommst zurzeit keine Briefe.',
    start: 'Wieder Briefe bekommen',
    pause: 'Keine Briefe mehr',
    export: {
      title: 'Schickt mir alles',
      about:
        'Wir packen alles, was du geschrieben und geschickt hast, in eine Datei und schicken dir einen Link dazu.',
      button: 'Schickt mir alles',
      asked: 'Wir stellen deine Datei zusammen. Dann schicken wir dir einen Link dazu.',
      unmailed: {
        title: 'Alles in einer Datei',
        about:
          'Wir packen alles, was du geschrieben und geschickt hast, in eine Datei, die du auf dieser Seite herunterladen kannst.',
        button: 'Datei erstellen',
        asked:
          'Wir stellen deine Datei zusammen. Öffne diese Seite in ein paar Minuten wieder und lade sie herunter.',
      },
      mail: {
        subject: 'Deine Datei ist fertig',
        about:
          'Sie enthält alles, was du geschrieben und geschickt hast. Der Link funktioniert 7 Tage lang. Gib ihn bitte nicht weiter.',
        action: 'Meine Datei holen',
      },
      ready: 'Deine Datei ist fertig',
      download: 'Meine Datei herunterladen',
    },
    account: {
      title: 'Ein Konto daraus machen',
      about:
        'Mit einem Konto benutzt du Circle im Browser und auf dem Handy. Alles, was du geschrieben hast, bleibt deins. Wähle ein Passwort dafür.',
      address: 'E-Mail',
      password: 'Passwort',
      again: 'Passwort, noch einmal',
      button: 'Ein Konto daraus machen',
      noCircle: 'Du bist in keinem Kreis mehr und kannst darum kein Konto anlegen.',
      taken:
        'Mit deiner Adresse gibt es schon ein Konto. Wenn du das Passwort vergessen hast, bitte auf der Anmeldeseite um ein neues.',
      done: {
        title: 'Du hast jetzt ein Konto',
        about: (address) => `Melde dich mit ${address} und dem Passwort an, das du gerade gewählt hast.`,
        signIn: 'Anmelden',
      },
    },
    remove: {
      title: 'Alles löschen',
      about:
        'Das löscht deine Momente, deine Kommentare und deine Herzen sofort. Es lässt sich nicht rückgängig machen.',
      button: 'Alles löschen',
      sure: 'Alles löschen?',
      really: 'Ja, alles löschen',
      keep: 'Nein, alles behalten',
      done: { title: 'Alles ist gelöscht', about: 'Du bekommst keine Briefe mehr von Circle.' },
    },
  },
};
