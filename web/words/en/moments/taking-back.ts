import { counted } from '../app/plural.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('en-GB', { type: 'conjunction' });

const nobodyLost = (since: string): string =>
  `You took it back on ${since}. That changed nothing for the people Circle can name to you.`;

/** Texts about taking a moment back, and its receipt. */
export const takingBack = {
  title: 'Take this moment back',
  way: 'From whom?',
  everyone: 'Everyone',
  circles: 'Circles',
  people: 'People',
  chooseWay: 'Choose from whom you take it back.',
  everyoneText: 'Only you will see it, and you can’t undo that. It keeps its photos, comments and likes.',
  circlesText: 'People who see it through another of its circles keep it. You can’t add a circle back.',
  peopleText: 'Circle won’t tell them. You can undo this for one minute.',
  chooseCircles: 'Circles to take it back from',
  choosePeople: 'People to take it back from',
  nobody: 'Nobody but you sees it.',
  loading: 'Just a moment...',
  failed: 'This could not be loaded.',
  action: 'Take back',
  busy: 'Taking back...',
  didNotWork: 'That didn’t work',
  whatFollows:
    'Circle stops showing it to them immediately: on pages, as photos, and in letters that haven’t left. Devices usually delete it when they’re next online. Then you get a receipt.',
  saved: 'Nobody can take back what people saved themselves.',
  receipt: 'Taken back',
  showsNobody: (since: string) => `Since ${since}, Circle shows it to nobody but you.`,
  showsFewer: (since: string, count: number) =>
    count === 0
      ? nobodyLost(since)
      : `Since ${since}, ${counted(count, 'person no longer sees', 'people no longer see')} it in Circle.`,
  showsFewerCircles: (since: string, count: number) =>
    count === 0
      ? nobodyLost(since)
      : `Since ${since}, ${counted(count, 'person no longer sees', 'people no longer see')} it through these circles.`,
  uncounted: 'Members of a circle that you left lost it too. They aren’t counted here.',
  devices: 'Devices',
  mayHave: (count: number) =>
    count === 0
      ? 'None of their signed-in devices can have kept it.'
      : `${counted(count, 'signed-in device', 'signed-in devices')} may have kept it.`,
  letGo: (count: number) => `${counted(count, 'device has', 'devices have')} let go of it.`,
  notOnline: (count: number) =>
    `${counted(count, 'device isn’t', 'devices aren’t')} known to have been online since.`,
  notYet: (count: number) =>
    `${counted(count, 'device was', 'devices were')} online since and may still have it.`,
  tooFew:
    'Circle counts devices and other people’s letters only if three or more people with accounts lost the moment, so that no number is about one person.',
  countedLater:
    'In a minute, when you can’t undo this any more, Circle counts devices and other people’s letters here, if three or more people with accounts lost the moment.',
  letters: 'Letters',
  letterOf: (people: readonly string[]) => `${names.format(people)} may have got it in a letter.`,
  letterOthers: (count: number) =>
    `${counted(count, 'other person', 'other people')} may have got it in a letter.`,
  noLetter: 'Nobody who lost sight of it got it in a letter.',
  lettersUnknown: 'Circle didn’t record letters yet when you shared it, so some may be missing here.',
  copies: 'Copies',
  backups: (until: string) => `Backups may hold it until ${until}.`,
  backupsStay: 'Backups may hold it. Circle makes no new ones that would replace them.',
  noBackup:
    'Circle knows of no backup in which it is still shared. Ask the person who runs this place about other copies.',
  browsers: (until: string) =>
    `Browsers may keep its photos until ${until}, because this place isn’t reached over https.`,
  undo: 'Undo',
  undone: 'They see it again',
  done: 'Done',
  earlier: 'Taken back before',
  receiptOf: (at: string) => `Receipt of ${at}`,
  fromEveryone: 'From everyone',
  fromCircles: 'From some circles',
  fromPeople: 'From some people',
};
