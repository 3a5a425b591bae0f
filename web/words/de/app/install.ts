import type * as english from '../../en/app/install.ts';

export const install = {
  ios: {
    title: 'Leg Circle auf deinen Home-Bildschirm',
    text: 'Dreimal tippen in Safari, und Circle öffnet sich wie jede App, ganz ohne Store.',
    steps: [
      { title: 'Tippe auf „Teilen“', note: 'Oben rechts auf dem Bildschirm' },
      { title: 'Wähle „Zum Home-Bildschirm“', note: 'Scroll ein wenig, wenn du es nicht siehst' },
      { title: 'Tippe auf „Hinzufügen“', note: 'Circle steht jetzt bei deinen anderen Apps' },
    ],
  },
  android: {
    title: 'Leg Circle auf deinen Startbildschirm',
    text: 'Dreimal tippen im Browser, und Circle öffnet sich wie jede App, ganz ohne Store.',
    steps: [
      { title: 'Öffne das Menü mit den drei Punkten oder „Teilen“', note: 'Oben rechts im Browser' },
      {
        title: 'Wähle „Zum Startbildschirm“ oder „App installieren“',
        note: 'Wie es genau heißt, hängt von deinem Telefon ab',
      },
      {
        title: 'Tippe auf „Installieren“ oder „Hinzufügen“',
        note: 'Circle steht jetzt bei deinen anderen Apps',
      },
    ],
  },
  desktop: {
    title: 'Du bist schon am richtigen Ort',
    text: 'Auf einem Computer musst du nichts installieren: Circle läuft gleich hier im Browser.',
    note: 'Wenn du magst, leg ein Lesezeichen an, mit Strg+D oder Cmd+D.',
    next: 'Weiter zur App',
  },
  installed: {
    title: 'Du bist drin.',
    text: 'Circle liegt auf deinem Home-Bildschirm und läuft wie eine eigene App.',
    state: 'Installiert und aktuell',
    enter: 'In deinen Kreis',
  },
  skip: 'Weiter ohne Installation',
  refresh: 'Danach neu laden',
  why: 'Warum kein App-Store',
  benefits: [
    {
      title: 'Kein Konzern dazwischen',
      text: 'Kein Store entscheidet, was du haben darfst, und kein Konzern steht zwischen uns.',
    },
    {
      title: 'Deine Daten, deine Regeln',
      text: 'Kein Datensammeln, keine gezielte Werbung, keine Manipulation durch Algorithmen.',
    },
    {
      title: 'Sofort aktuell',
      text: 'Jedes Mal, wenn du Circle öffnest, ist es auf dem neuesten Stand. Du musst nichts herunterladen.',
    },
  ],
} satisfies typeof english.install;

export const guide = {
  title: 'Ein Lesezeichen für Circle',
  seems: {
    ios: 'Du bist anscheinend auf einem iPhone oder iPad. Das dauert zehn Sekunden.',
    android: 'Du bist anscheinend auf einem Android-Telefon. Das dauert zehn Sekunden.',
    desktop: 'Du bist anscheinend auf einem Computer. Das dauert zehn Sekunden.',
  },
  steps: {
    ios: [
      { title: 'Tippe auf „Teilen“', note: 'Es sieht aus wie ein Quadrat mit Pfeil' },
      { title: 'Wähle „Zum Home-Bildschirm“', note: 'Den Namen kannst du ändern' },
      { title: 'Tippe auf „Hinzufügen“', note: 'Fertig' },
    ],
    android: [
      { title: 'Öffne das Menü mit den drei Punkten', note: 'Oben rechts im Browser' },
      { title: 'Wähle „Zum Startbildschirm“', note: 'Manche Browser nennen es „App installieren“' },
      { title: 'Tippe auf „Hinzufügen“', note: 'Fertig' },
    ],
    desktop: [
      { title: 'Drücke Strg+D', note: 'Auf dem Mac: Cmd+D' },
      { title: 'Wähle einen Lesezeichen-Ordner', note: 'Die Lesezeichenleiste ist immer im Blick' },
      { title: 'Klick auf „Fertig“', note: 'Ab jetzt öffnet ein Klick Circle' },
    ],
  },
  done: 'Lesezeichen angelegt – weiter',
  home: 'Zu Circle',
  questions: {
    title: 'Fragen',
    items: [
      {
        question: 'Ist ein Lesezeichen eine richtige App?',
        answer: 'Es ist dasselbe Circle, bildschirmfüllend und vom Home-Bildschirm aus. Neues ist sofort da.',
      },
      {
        question: 'Kann ich es löschen?',
        answer: 'Wie jedes Symbol. Deine Kreise und Fotos bleiben sicher in deinem Konto.',
      },
      {
        question: 'Warum nicht im App-Store?',
        answer: 'Weil wir keinen Store zwischen dir und uns wollen.',
      },
    ],
  },
  comparison: {
    title: 'Lesezeichen oder Store-App',
    question: 'Frage',
    bookmark: 'Lesezeichen',
    store: 'Store-App',
    rows: [
      { question: 'Updates', bookmark: 'Sofort', store: 'Nach Freigabe' },
      { question: 'Speicher', bookmark: 'Fast keiner', store: 'Hunderte MB' },
      { question: 'Wer dazwischensteht', bookmark: 'Niemand', store: 'Ein Konzern' },
      { question: 'Tracking', bookmark: 'Keins', store: 'Oft' },
    ],
  },
} satisfies typeof english.guide;
