import type { imports as english } from '../../en/moments/imports.ts';
import { counted, nounFor, numbered } from '../app/plural.ts';
import type { MediaCounts } from '../../media-counts.ts';

const photosOf = (count: number) => counted(count, 'Foto', 'Fotos');
const videosOf = (count: number) => counted(count, 'Video', 'Videos');
const thingsOf = ({ photos, videos }: MediaCounts) =>
  [photos > 0 || videos === 0 ? photosOf(photos) : [], videos > 0 ? videosOf(videos) : []]
    .flat()
    .join(' und ');
const albumsOf = (count: number) => counted(count, 'Album', 'Alben');
const filesOf = (count: number) => counted(count, 'Datei', 'Dateien');

/** Bringing photos from elsewhere. */
export const imports = {
  title: 'Fotos mitbringen',
  intro:
    'Bring deine Jahre von anderswo mit, samt ihren Tagen. Dein Browser liest sie hier. Was du nicht anhakst, verlässt dieses Gerät nie.',
  back: 'Mein Konto',
  link: 'Fotos von anderswo mitbringen',
  card: {
    title: 'Deine Fotos von anderswo',
    text: 'Aus Google Fotos, Instagram, Facebook, einem Ordner oder einem anderen Circle.',
    action: 'Fotos mitbringen',
  },
  from: 'Wo sind sie jetzt?',
  sources: {
    google: {
      name: 'Google Fotos',
      steps: [
        'Öffne takeout.google.com und wähle alles ab außer Google Fotos.',
        'Wähle ZIP-Dateien. Google schickt dir nach einigen Stunden Links.',
        'Lade alle Teile herunter und wähle sie hier zusammen aus.',
      ],
    },
    instagram: {
      name: 'Instagram',
      steps: [
        'Öffne in Instagram Einstellungen, Kontenübersicht, Deine Informationen und Berechtigungen, Deine Informationen exportieren.',
        'Wähle das Format JSON, hohe Qualität und den gesamten Zeitraum.',
        'Lade die ZIP-Datei herunter und wähle sie hier aus.',
      ],
    },
    facebook: {
      name: 'Facebook',
      steps: [
        'Öffne in Facebook Einstellungen, Kontenübersicht, Deine Informationen und Berechtigungen, Deine Informationen exportieren.',
        'Wähle Beiträge und Alben, das Format JSON, hohe Qualität und den gesamten Zeitraum.',
        'Lade alle Teile herunter und wähle sie hier zusammen aus.',
      ],
    },
    folder: {
      name: 'Dieses Gerät',
      steps: [
        'Wähle einen Ordner mit Fotos oder einzelne Fotos aus.',
        'Aus jedem Ordner wird ein Album. Du bestimmst, was mitkommt.',
      ],
    },
    circle: {
      name: 'Ein anderer Circle',
      steps: [
        'Öffne im anderen Circle Mein Konto und fordere deinen Export an.',
        'Lade die ZIP-Datei herunter und wähle sie hier aus.',
        'Deine Alben kommen als Alben, deine Momente als ein Album je Jahr.',
      ],
    },
  },
  chooseFiles: 'Dateien auswählen',
  choosePhotos: 'Fotos auswählen',
  chooseFolder: 'Ordner auswählen',
  reading: 'Wird auf diesem Gerät gelesen ...',
  readingCount: (done: number, total: number) => `${numbered(done)} von ${filesOf(total)} gelesen`,
  broken: (name: string) =>
    `${name} lässt sich nicht lesen. Vielleicht ist die Datei unvollständig: Bitte lade sie noch einmal herunter.`,
  unreadable: 'Diese Dateien lassen sich nicht lesen. Bitte wähle sie noch einmal aus.',
  chooseZip: (name: string) =>
    `${name} ist keine ZIP-Datei. Bitte fordere deinen Export noch einmal an und wähle ZIP (.zip) als Dateityp.`,
  chooseJson:
    'Das ist ein Export als HTML, in dem die Tage fehlen. Bitte fordere ihn noch einmal an und wähle das Format JSON.',
  nothingOffered: 'Nichts aus diesen Dateien kann mitkommen:',
  nothing:
    'In diesen Dateien sind keine Fotos. Bitte wähle die ZIP-Dateien so, wie du sie heruntergeladen hast, oder einen Ordner.',
  othersTitle: 'Fotos in Alben anderer',
  yearTitle: (year: string) => `Momente ${year}`.trim(),

  chooseTitle: 'Wähle deine Fotos',
  chooseText:
    'Nur was du anhakst, kommt mit. Hake ganze Alben an, oder öffne eines und hake einzelne Fotos an.',
  otherChoice: 'Andere Dateien auswählen',
  tickAll: 'Alles anhaken',
  untickAll: 'Nichts anhaken',
  tickAlbum: (title: string) => `Das Album ${title} mitbringen`,
  album: (ticked: number, total: number, things: MediaCounts) =>
    ticked === 0 || ticked === total ? thingsOf(things) : `${numbered(ticked)} von ${thingsOf(things)}`,
  openAlbum: (title: string) => `Fotos von ${title} zeigen`,
  closeAlbum: (title: string) => `Fotos von ${title} verbergen`,
  tickPhoto: (name: string) => `${name} mitbringen`,
  more: (count: number) => `${numbered(count)} weitere zeigen`,
  circle: (title: string) => `Wer sieht ${title}?`,
  onlyMe: 'Nur ich',
  circlesFailed: 'Deine Kreise konnten nicht geladen werden.',
  moreAlbums: (count: number) => `${counted(count, 'weiteres Album', 'weitere Alben')} zeigen`,
  notOffered: 'Hier nicht dabei',
  reasons: {
    video: (count: number) => `${videosOf(count)}: Nur Fotos kommen mit.`,
    original: (count: number) => `${photosOf(count)}, von denen die bearbeitete Fassung mitkommt.`,
    trash: (count: number) => `${counted(count, 'Datei', 'Dateien')} aus dem Papierkorb.`,
    format: (count: number) =>
      `${counted(count, 'Bild', 'Bilder')} in einem Format, das Circle nicht zeigen kann, etwa GIF, TIFF oder RAW.`,
    unlisted: (count: number) =>
      `${counted(count, 'Datei', 'Dateien')} außerhalb deiner Beiträge und Alben, etwa Bilder in Nachrichten.`,
    missing: (count: number) =>
      `${counted(count, 'Datei fehlt', 'Dateien fehlen')} im Archiv. Hast du alle Teile ausgewählt?`,
    unreadable: (count: number) =>
      `${counted(count, 'Datei, die sich nicht lesen lässt', 'Dateien, die sich nicht lesen lassen')}.`,
  },

  undatedTitle: ({ photos, videos }: MediaCounts) =>
    photos + videos === 1
      ? `Ein ${videos === 1 ? 'Video' : 'Foto'} hat keinen Tag`
      : `${thingsOf({ photos, videos })} haben keinen Tag`,
  undatedText: 'Wann sind sie entstanden? Ungefähr ist besser als heute.',
  undatedPhoto: (name: string) => `Tag für ${name} eingeben`,
  undatedAlbum: (title: string) => `Tag der Fotos aus ${title}`,
  undatedFor: (things: MediaCounts) => `Für ${thingsOf(things)} übernehmen`,
  leaveUndated: 'Weglassen',
  dayInvalid: 'Bitte gib einen Tag an, der nicht in der Zukunft liegt.',
  checking: 'Tage werden gesucht ...',

  sum: (things: MediaCounts, size: string) => `${thingsOf(things)}, etwa ${size} zu senden`,
  sumNothing: 'Noch nichts angehakt',
  tooManyAlbums: (albums: number, most: number) =>
    `Das sind ${albumsOf(albums)}. Ein Import bringt höchstens ${numbered(most)} mit: Bitte nimm einige Häkchen weg und bring diese Alben danach mit.`,
  quiet: 'Niemand sieht etwas, bevor alles angekommen ist. Dann erfährt es jeder Kreis einmal.',
  start: 'Los',
  verify: 'Nur bestätigte Mitglieder können Fotos mitbringen.',

  pace: 'Tempo',
  paces: { full: 'Schnell', half: 'Sanft', slow: 'Langsam' },
  paceHint: {
    full: 'Nutzt deine ganze Verbindung.',
    half: 'Lässt anderen die Hälfte deiner Verbindung.',
    slow: 'Höchstens 1 Mbit/s, für geteilte oder mobile Verbindungen.',
  },
  running: 'Deine Fotos kommen',
  progress: (done: number, things: MediaCounts) => `${numbered(done)} von ${thingsOf(things)} fertig`,
  keepGoing: 'Du kannst dir so lange andere Seiten ansehen. Lass diesen Tab offen.',
  waits: {
    offline: 'Keine Verbindung. Es geht von selbst weiter.',
    rate: 'Das war genug für diese Stunde. Es geht von selbst weiter.',
    busy: 'Der Server ist beschäftigt. Es geht von selbst weiter.',
  },
  pause: 'Anhalten',
  paused: 'Dein Import ist angehalten',
  pausedText: (done: number, things: MediaCounts) =>
    `${numbered(done)} von ${thingsOf(things)} fertig. Bis alles da ist, siehst nur du sie.`,
  continue: 'Weiter',
  chooseAgain: 'Wähle dieselben Dateien noch einmal aus, dann geht es weiter:',
  otherFiles: 'Das sind andere Dateien. Bitte wähle dieselben wie vorher.',
  stopped: 'Etwas ist schiefgegangen. Bitte versuche es noch einmal.',
  shareNow: 'Teilen, was da ist',
  keepNow: 'Nur für mich behalten',
  endFailed: 'Das hat nicht geklappt. Bitte versuche es noch einmal.',

  done: 'Deine Fotos sind da',
  doneNothing: 'Es war nichts Neues dabei',
  report: {
    sent: (things: MediaCounts) => `${thingsOf(things)} hinzugefügt.`,
    shared: (albums: number) => `${albumsOf(albums)} mit deinen Kreisen geteilt.`,
    kept: (albums: number) => `${albumsOf(albums)}, die nur du siehst.`,
    known: (things: MediaCounts) =>
      `${thingsOf(things)} ${nounFor(things.photos + things.videos, 'war', 'waren')} schon da.`,
    unticked: 'Was du nicht angehakt hast, ist auf diesem Gerät geblieben.',
  },
  leftOut: 'Nicht dabei',
  refused: {
    gone: 'ließ sich nicht mehr lesen',
    undated: 'hat keinen Tag',
    tooLong: 'ist länger als drei Minuten',
    notVideo: 'ist kein Video, das Circle lesen kann',
    cannot: 'lässt sich in diesem Browser nicht vorbereiten. Versuche es an einem Computer oder mit Chrome',
    tooLarge: 'ist auch vorbereitet größer als 100 MB',
    noSpace: 'braucht mehr Platz auf diesem Gerät',
    broken: 'ließ sich nicht vorbereiten',
  },
  moreLeftOut: (count: number) => `und ${numbered(count)} weitere`,
  look: 'Ansehen',
  again: 'Mehr mitbringen',

  openElsewhere: (albums: number) =>
    `Ein Import aus einem anderen Browser ist noch nicht fertig: ${albumsOf(albums)}, die nur du siehst.`,
} satisfies typeof english;
