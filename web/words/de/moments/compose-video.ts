import type { composeVideo as english } from '../../en/moments/compose-video.ts';
import { counted } from '../app/plural.ts';

export const composeVideo = {
  waiting: 'Wartet, bis es an der Reihe ist …',
  reading: 'Das Video wird geprüft …',
  elsewhere: 'Dieses Video wird in einem anderen Tab vorbereitet …',
  prepare: (at: number) => `Vorbereitung von Video ${at}`,
  preparing: (percent: number) => `Das Video wird auf diesem Gerät vorbereitet … ${percent}\u00a0%`,
  minutes: (minutes: number) => `Etwa ${counted(minutes, 'Minute', 'Minuten')} auf diesem Gerät.`,
  smaller: 'Kleiner machen',
  isSmaller: 'Das Bild wird kleiner.',
  upload: (at: number) => `Hochladen von Video ${at}`,
  uploading: (percent: number) => `Wird hochgeladen … ${percent}\u00a0%`,
  finishing: 'Gleich fertig …',
  ready: 'Hochgeladen',
  isReady: (at: number) => `Video ${at} ist hochgeladen`,
  stop: (at: number) => `Video ${at} abbrechen`,
  stopped: 'Nicht hochgeladen.',
  again: (at: number) => `Video ${at} noch einmal versuchen`,
  lost: 'Dieser Browser hat das Video nicht mehr. Bitte wähle es noch einmal aus.',
  chooseAgain: (at: number) => `Video ${at} noch einmal auswählen`,
  chooseAgainShort: 'Noch einmal auswählen',
  tooLong: 'Dieses Video ist länger als 3 Minuten.',
  choosePart: 'Bis zu 3 Minuten auswählen',
  part: {
    title: 'Wähle bis zu 3 Minuten',
    text: (length: string) => `Das ganze Video dauert ${length}.`,
    start: 'Anfang',
    end: 'Ende',
    chosen: (length: string, from: string, to: string) => `${length} ausgewählt, von ${from} bis ${to}`,
    play: 'Diesen Teil abspielen',
    pause: 'Anhalten',
    noPreview:
      'Dieser Browser kann keine Vorschau des Videos zeigen. Du kannst trotzdem einen Teil auswählen.',
    preview: 'Vorschau des Videos',
    use: 'Diesen Teil verwenden',
    time: (minutes: number, seconds: number) =>
      minutes === 0
        ? counted(seconds, 'Sekunde', 'Sekunden')
        : `${counted(minutes, 'Minute', 'Minuten')} ${counted(seconds, 'Sekunde', 'Sekunden')}`,
  },
  refused: {
    notVideo: 'Diese Datei ist kein Video, das Circle lesen kann. Bitte entferne sie und wähle eine andere.',
    cannot:
      'Dieser Browser kann das Video nicht vorbereiten. Nimm es mit „Maximale Kompatibilität“ auf oder teile es von einem Computer aus.',
    tooLarge: 'Das Video ist auch nach der Vorbereitung größer als 100 MB. Bitte wähle ein kürzeres.',
    noSpace:
      'Auf diesem Gerät ist nicht genug Platz, um das Video vorzubereiten. Gib etwas Speicher frei und versuche es dann noch einmal.',
    gone: 'Das Video wurde verändert oder lässt sich nicht mehr lesen. Bitte entferne es und wähle es noch einmal aus.',
    broken: 'Beim Vorbereiten des Videos ist etwas schiefgegangen. Bitte versuche es noch einmal.',
  },
} satisfies typeof english;
