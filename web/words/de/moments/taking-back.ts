import type { takingBack as english } from '../../en/moments/taking-back.ts';
import { counted, numbered } from '../app/plural.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('de', { type: 'conjunction' });

const nobodyLost = (since: string): string =>
  `Du hast ihn am ${since} zurückgenommen. Für die Personen, die Circle dir nennen kann, hat das nichts geändert.`;

export const takingBack = {
  title: 'Diesen Moment zurücknehmen',
  way: 'Von wem?',
  everyone: 'Von allen',
  circles: 'Kreise',
  people: 'Personen',
  chooseWay: 'Wähle, von wem du ihn zurücknimmst.',
  everyoneText:
    'Nur du siehst ihn dann noch, und das kannst du nicht rückgängig machen. Fotos, Kommentare und Likes bleiben.',
  circlesText:
    'Wer ihn auch über einen anderen Kreis sieht, behält ihn. Entfernte Kreise kannst du nicht wieder hinzufügen.',
  peopleText: 'Sie erfahren davon nichts. Du kannst das eine Minute lang rückgängig machen.',
  chooseCircles: 'Kreise, aus denen du ihn zurücknimmst',
  choosePeople: 'Personen, von denen du ihn zurücknimmst',
  nobody: 'Niemand außer dir sieht ihn.',
  loading: 'Einen Augenblick …',
  failed: 'Das konnte nicht geladen werden.',
  action: 'Zurücknehmen',
  busy: 'Läuft …',
  didNotWork: 'Das hat nicht geklappt',
  whatFollows:
    'Circle zeigt ihn ihnen ab sofort nicht mehr: nicht auf Seiten, nicht als Foto und nicht in Briefen, die noch nicht verschickt sind. Geräte löschen ihn meist, sobald sie wieder online sind. Danach zeigt dir Circle, was passiert ist.',
  saved: 'Was jemand selbst gespeichert hat, kann niemand zurücknehmen.',
  receipt: 'Zurückgenommen',
  showsNobody: (since: string) => `Seit ${since} zeigt Circle ihn niemandem außer dir.`,
  showsFewer: (since: string, count: number) =>
    count === 0
      ? nobodyLost(since)
      : count === 1
        ? `Seit ${since} sieht eine Person ihn in Circle nicht mehr.`
        : `Seit ${since} sehen ${numbered(count)} Personen ihn in Circle nicht mehr.`,
  showsFewerCircles: (since: string, count: number) =>
    count === 0
      ? nobodyLost(since)
      : count === 1
        ? `Seit ${since} sieht eine Person ihn über diese Kreise nicht mehr.`
        : `Seit ${since} sehen ${numbered(count)} Personen ihn über diese Kreise nicht mehr.`,
  uncounted:
    'Auch Mitglieder eines Kreises, den du verlassen hast, sehen ihn nicht mehr. Sie sind hier nicht mitgezählt.',
  devices: 'Geräte',
  mayHave: (count: number) =>
    count === 0
      ? 'Kein angemeldetes Gerät von ihnen kann ihn behalten haben.'
      : `${counted(count, 'angemeldetes Gerät kann', 'angemeldete Geräte können')} ihn behalten haben.`,
  letGo: (count: number) => `${counted(count, 'Gerät hat', 'Geräte haben')} ihn gelöscht.`,
  notOnline: (count: number) =>
    count === 1
      ? 'Von einem Gerät ist nicht bekannt, ob es seitdem online war.'
      : `Von ${numbered(count)} Geräten ist nicht bekannt, ob sie seitdem online waren.`,
  notYet: (count: number) =>
    `${counted(count, 'Gerät war', 'Geräte waren')} seitdem online und ${count === 1 ? 'hat' : 'haben'} ihn vielleicht noch.`,
  tooFew:
    'Circle zählt Geräte und Briefe an andere erst, wenn mindestens drei Personen mit Konto den Moment nicht mehr sehen. So verrät keine Zahl etwas über eine einzelne Person.',
  countedLater:
    'In einer Minute, wenn du das nicht mehr rückgängig machen kannst, zählt Circle hier Geräte und Briefe an andere, falls mindestens drei Personen mit Konto den Moment nicht mehr sehen.',
  letters: 'Briefe',
  letterOf: (people: readonly string[]) =>
    `${names.format(people)} ${people.length === 1 ? 'kann' : 'können'} ihn in einem Brief bekommen haben.`,
  letterOthers: (count: number) =>
    `${counted(count, 'andere Person kann', 'andere Personen können')} ihn in einem Brief bekommen haben.`,
  noLetter: 'Niemand, der ihn nicht mehr sieht, hat ihn in einem Brief bekommen.',
  lettersUnknown:
    'Als du ihn geteilt hast, hat Circle Briefe noch nicht notiert. Deshalb können hier welche fehlen.',
  copies: 'Kopien',
  backups: (until: string) => `Backups können ihn bis ${until} enthalten.`,
  backupsStay: 'Backups können ihn enthalten. Circle macht keine neuen, die sie ersetzen.',
  noBackup:
    'Circle kennt kein Backup, in dem er noch geteilt ist. Frag die Person, die diesen Ort betreibt, nach weiteren Kopien.',
  browsers: (until: string) =>
    `Browser können seine Fotos bis ${until} behalten, weil dieser Ort nicht über https erreichbar ist.`,
  undo: 'Rückgängig',
  undone: 'Sie sehen ihn wieder',
  done: 'Fertig',
  earlier: 'Schon zurückgenommen',
  receiptOf: (at: string) => `Ergebnis vom ${at}`,
  fromEveryone: 'Von allen',
  fromCircles: 'Aus einigen Kreisen',
  fromPeople: 'Von einigen Personen',
} satisfies typeof english;
