/**
 * Every length, size and count that client and server must agree on. Lengths in characters (code points), sizes in
 * bytes.
 */
export const limits = {
  circleName: 50,
  circleDescription: 200,
  circleMembers: 1_000,
  circleKeepers: 3,
  /** Members of one circle who take part by letter. */
  mailboxMembers: 50,
  circlesOwned: 100,
  /** Photos on the cover of a circle's page. */
  circleCover: 11,
  /** Photos of a circle in the list of circles. */
  circleStrip: 4,
  /** New moments of a circle that are counted; so many stand for more. */
  newMoments: 100,
  priority: 9_999,
  comment: 2_000,
  mentions: 20,
  question: 300,
  /** Questions that reached a member and wait, in one answer. */
  questionsListed: 50,
  textPost: 5_000,
  photoCaption: 500,
  photosPerPost: 10,
  albumTitle: 100,
  photosPerAlbum: 500,
  /** Photos of an album that a card shows. */
  albumCover: 5,
  /** Photos that one request adds to an album or takes out of it. */
  albumPhotosAtOnce: 50,
  /** Albums of one import. */
  importAlbums: 300,
  /** Uploaded photos of one member that are in no moment yet. A video counts as one photo for each 10 MB. */
  photosWaiting: 100,
  /** Photos of the timeline on a page. */
  photosPageDefault: 50,
  /** Photos and moments of This day, of each year and of all. */
  thisDayPhotos: { perYear: 6, total: 30 },
  thisDayPosts: { perYear: 3, total: 10 },
  /** Things put away from This day that are listed. */
  putAwayListed: 500,
  /** The archive of a circle comes in ZIPs of this size at most, unless a single file is larger. */
  archivePartBytes: 2_000_000_000,
  /** The newest photos and videos of a circle that an archive holds, in bytes. */
  archiveBytes: 100_000_000_000,
  /** Archives of one member at a time. */
  archivesPerMember: 3,
  /** Hashes of files in one request for those that were uploaded before. */
  knownAtOnce: 500,
  videosPerPost: 2,
  videoBytes: 100 * 1024 * 1024,
  videoSeconds: 180,
  voiceBytes: 8 * 1024 * 1024,
  voiceSeconds: 180,
  /** Numbers of the drawing of a voice. */
  voiceWave: 64,
  /** The words that say what is said. */
  voiceWords: 2_000,
  /** Videos are uploaded in parts of this size; the last part may be smaller. */
  videoPartBytes: 5 * 1024 * 1024,
  circlesPerPost: 200,
  /** Members whom one moment leaves out, besides those who take part by letter. */
  hiddenFrom: 50,
  /** Milliseconds in which the author may undo leaving somebody out of a moment. */
  undoHiddenMs: 60_000,
  /** Moments that were on screen, in one report. */
  seenPosts: 100,
  /** Photos, and moments, that a device asks about at a time. */
  keptIds: 500,
  photoBytes: 10 * 1024 * 1024,
  /** A JSON body, and all text fields of a form together. */
  jsonBytes: 64 * 1024,
  /** A form of a page without scripts. */
  formBytes: 64 * 1024,
  /** A form with a comment. More than anybody types: a text that is too long is shown again, not refused. */
  commentFormBytes: 256 * 1024,
  webhookBytes: 256 * 1024,
  avatarBytes: 5 * 1024 * 1024,
  bio: 500,
  name: 50,
  phoneNumber: 32,
  usernameMin: 3,
  usernameMax: 30,
  searchMin: 2,
  /** Distinct words of a search; further ones are ignored. */
  searchWords: 8,
  searchResults: 50,
  /** A search for moments. */
  searchText: 200,
  /** Members of one answer to 'can they see this?'. */
  whoSees: 10,
  directoryPage: 24,
  email: 254,
  passwordMin: 6,
  passwordMax: 200,
  placeName: 40,
  mailPassword: 1_000,
  mailFolder: 200,
  backupFolder: 1_000,
  backupKey: 62,
  backupsKept: 1_000,
  /** The name of the person for whom a code is meant. */
  invitedName: 100,
  personalMessage: 500,
  personalStatement: 500,
  webAddress: 500,
  reportReason: 1_000,
  /** Texts of administrators, and reasons given to them. */
  notes: 1_000,
  pageDefault: 20,
  pageMax: 50,
  inviteCode: 10,
  /** Tokens from the card provider's script. */
  paymentToken: 500,
  /** Donations, in cents. */
  donationMin: 100,
  donationMax: 10_000,
  bugTitleMin: 5,
  bugTitle: 120,
  bugDescriptionMin: 20,
  bugDescription: 5_000,
  consoleErrors: 50,
  consoleErrorLength: 2_048,
  /** Maximum number of invalid fields that an answer names. */
  issues: 20,
  scenarioIdeas: 40,
  passkeys: 20,
  passkeyName: 50,
  recoveryCodes: 10,
  frames: 10,
  /** Photos that a frame shows, newest first. */
  framePhotos: 200,
  frameCode: 8,
  /** Members whom a circle's page names because they show it on a frame. */
  framersNamed: 10,
  /** The most push subscriptions that a member can have; older ones are deleted. */
  pushBrowsers: 20,
} as const;

/** Monthly prices of the plans in cents. Only the server charges; the browser shows the price. */
export const monthlyPrices = { basic: 100, premium: 500 } as const;

/**
 * One rate limit. `kept: 'database'` survives restarts and applies across nodes; `'process'` is counted in memory.
 * `by` is the counted key: the signed-in member, the client's address, or a key chosen by the feature.
 */
export interface Rate {
  points: number;
  seconds: number;
  by: 'member' | 'address' | 'key';
  kept: 'database' | 'process';
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The closed list of rate limits. */
export const rates = {
  signInFromAddress: { points: 10, seconds: 15 * minute, by: 'key', kept: 'database' },
  signInAccount: { points: 100, seconds: hour, by: 'key', kept: 'database' },
  signInAddress: { points: 100, seconds: 15 * minute, by: 'address', kept: 'database' },
  /** Codes tried after a correct password. Three of a million are valid at a time. */
  secondFactor: { points: 10, seconds: hour, by: 'key', kept: 'database' },
  registerAddress: { points: 20, seconds: hour, by: 'address', kept: 'database' },
  registerCode: { points: 5, seconds: hour, by: 'key', kept: 'database' },
  /** How often one code may learn that an address is taken, for the code's whole life: the answer reveals members. */
  registerTaken: { points: 3, seconds: 30 * day, by: 'key', kept: 'database' },
  invitePreview: { points: 60, seconds: minute, by: 'address', kept: 'database' },
  inviteAccept: { points: 60, seconds: hour, by: 'member', kept: 'database' },
  inviteSend: { points: 20, seconds: day, by: 'member', kept: 'database' },
  /** Pages of letters. A browser also requests each photo of a page. */
  letterPages: { points: 3_000, seconds: minute, by: 'address', kept: 'process' },
  /** Mails stopped by one click, without a session. A mail provider does so for many of its people. */
  mailStops: { points: 300, seconds: minute, by: 'address', kept: 'process' },
  /** Forms that were sent with the link of no letter. */
  unknownLetters: { points: 30, seconds: minute, by: 'key', kept: 'process' },
  /** Plain http beside https: challenges of the certificate authority, and the page that says why https is missing. */
  plainHttp: { points: 300, seconds: minute, by: 'key', kept: 'process' },
  /** Streams of HTTP/2 that end with an error. A page that is left resets up to a hundred that it waits for. */
  streamResets: { points: 6_000, seconds: minute, by: 'key', kept: 'process' },
  apiDescription: { points: 30, seconds: minute, by: 'address', kept: 'process' },
  /** Requests of frames, without a session: each asks 24 times a minute, and for a photo every 15 s. */
  framePages: { points: 1_200, seconds: minute, by: 'address', kept: 'process' },
  /** Codes for new frames. A page asks for at most six, one every 10 minutes. */
  frameCodes: { points: 60, seconds: hour, by: 'address', kept: 'database' },
  /**
   * Mails with a link to a mailbox member, for each purpose (another browser, their choices) and each network that asks;
   * the member's known browsers count together. A stranger with a forwarded letter leaves the member their own.
   */
  letterLinks: { points: 5, seconds: day, by: 'key', kept: 'database' },
  /** The same of all networks together: nobody can fill the mailbox. */
  letterLinksInAll: { points: 25, seconds: day, by: 'key', kept: 'database' },
  /** Mails of one member, whether they are taken or answered with words. */
  mailboxMails: { points: 20, seconds: day, by: 'key', kept: 'database' },
  /** 'An e-mail in your name arrived. Was it you?', and the like, each for each member. */
  mailboxDoubts: { points: 1, seconds: day, by: 'key', kept: 'database' },
  /** Senders and recipients that mail servers name to the listener, for each network. */
  mailIn: { points: 120, seconds: minute, by: 'key', kept: 'process' },
  /** Sign-outs have their own limit: changes of settings must not keep anybody from signing out. */
  signOuts: { points: 60, seconds: minute, by: 'address', kept: 'process' },
  /** Cheap writes: notification choices, the bell, blocks and mutes, sessions, decisions of administrators. */
  settingChanges: { points: 120, seconds: minute, by: 'member', kept: 'process' },
  testMails: { points: 10, seconds: hour, by: 'member', kept: 'process' },
  profileChanges: { points: 60, seconds: hour, by: 'member', kept: 'process' },
  /** Tries of one's own password: to change it, to change the address, to delete the account. */
  ownPassword: { points: 10, seconds: 15 * minute, by: 'member', kept: 'database' },
  emailChanges: { points: 5, seconds: day, by: 'member', kept: 'database' },
  exports: { points: 5, seconds: day, by: 'member', kept: 'database' },
  archives: { points: 10, seconds: day, by: 'member', kept: 'database' },
  forgotPassword: { points: 20, seconds: 15 * minute, by: 'address', kept: 'database' },
  /** Password reset mails for each address. Above the limit the answer stays the same. */
  resetMails: { points: 3, seconds: hour, by: 'key', kept: 'database' },
  resetPassword: { points: 30, seconds: 15 * minute, by: 'address', kept: 'database' },
  confirmEmail: { points: 60, seconds: hour, by: 'address', kept: 'database' },
  payments: { points: 10, seconds: hour, by: 'member', kept: 'database' },
  verification: { points: 10, seconds: day, by: 'member', kept: 'database' },
  reports: { points: 20, seconds: hour, by: 'member', kept: 'database' },
  posts: { points: 60, seconds: hour, by: 'member', kept: 'process' },
  photos: { points: 600, seconds: hour, by: 'member', kept: 'process' },
  /** Decoded megapixels of photos and profile pictures; enough for 600 photos of the web app. */
  photoMegapixels: { points: 4_000, seconds: hour, by: 'key', kept: 'process' },
  /** Photos of imports, of all sizes that the web app sends. */
  importPhotos: { points: 2_000, seconds: hour, by: 'member', kept: 'process' },
  importMegapixels: { points: 14_000, seconds: hour, by: 'key', kept: 'process' },
  importAlbums: { points: 600, seconds: hour, by: 'member', kept: 'process' },
  videos: { points: 20, seconds: hour, by: 'member', kept: 'database' },
  voices: { points: 30, seconds: hour, by: 'member', kept: 'database' },
  /** Videos of imports; most are the films of Live Photos, which are one part each. */
  importVideos: { points: 200, seconds: hour, by: 'member', kept: 'database' },
  /** Twenty videos of 20 parts each, and as many parts again after lost connections or for imports. */
  videoParts: { points: 800, seconds: hour, by: 'member', kept: 'process' },
  comments: { points: 30, seconds: minute, by: 'member', kept: 'process' },
  /** Questions of a member to others, of all circles together. Refused ones do not count. */
  questions: { points: 5, seconds: day, by: 'key', kept: 'database' },
  withdrawals: { points: 240, seconds: hour, by: 'member', kept: 'process' },
  edits: { points: 30, seconds: minute, by: 'member', kept: 'process' },
  likes: { points: 120, seconds: minute, by: 'member', kept: 'process' },
  /** Moments that were on screen: a page sends them every 30 seconds at most, and when it is hidden. */
  seen: { points: 60, seconds: minute, by: 'member', kept: 'process' },
  /** Questions of a member's devices about the photos and moments that they keep. */
  kept: { points: 600, seconds: minute, by: 'member', kept: 'process' },
  /** Names to mention, while they are typed. */
  mentionable: { points: 240, seconds: minute, by: 'member', kept: 'process' },
  postSearch: { points: 60, seconds: minute, by: 'member', kept: 'process' },
  /** A search while it is typed, which finds four kinds. */
  search: { points: 40, seconds: minute, by: 'member', kept: 'process' },
  memberSearch: { points: 60, seconds: minute, by: 'member', kept: 'process' },
  // A client that tries many addresses would learn who is a member.
  emailSearch: { points: 10, seconds: hour, by: 'key', kept: 'process' },
  bugReports: { points: 5, seconds: hour, by: 'address', kept: 'process' },
  scenarioRuns: { points: 6, seconds: hour, by: 'member', kept: 'process' },
  scenarioIdeas: { points: 10, seconds: hour, by: 'member', kept: 'process' },
  /** All reads without a separate limit: 20 a second, more than a member's open pages need. */
  reads: { points: 1_200, seconds: minute, by: 'member', kept: 'process' },
  /** Reads that block the main thread for up to 50 ms. */
  heavyReads: { points: 120, seconds: minute, by: 'member', kept: 'process' },
  /** Photo files: a page with hundreds of photos requests each in several sizes. */
  files: { points: 6_000, seconds: minute, by: 'member', kept: 'process' },
  circleChanges: { points: 120, seconds: minute, by: 'member', kept: 'process' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof rates;
