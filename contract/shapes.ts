import * as z from 'zod/mini';

export const time = z.string();

/** The languages that Circle speaks. */
export const Language = z.enum(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl']);
export type Language = z.infer<typeof Language>;

/** The name of each language in that language, for people who choose theirs. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português (Brasil)',
  nl: 'Nederlands',
  pl: 'Polski',
};

export const isLanguage = (code: string): code is Language => Object.hasOwn(languageNames, code);

/** People inside other answers. `profileImageUrl` is null unless the name rule allows it (PEOPLE-2). */
export const Person = z.object({
  id: z.string(),
  username: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  isVerified: z.boolean(),
  /** A mailbox member: takes part by e-mail alone. */
  byLetter: z.boolean(),
});
export type Person = z.infer<typeof Person>;

/** A member on profile, directory, search, contacts and circle members; hidden fields are null. */
export const Member = z.extend(Person, {
  email: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  postsCount: z.nullable(z.number()),
  createdAt: z.nullable(time),
});
export type Member = z.infer<typeof Member>;

export const CurrentUser = z.extend(Member, {
  /** Empty if the account has no address, because another member has confirmed the former one. */
  email: z.string(),
  postsCount: z.number(),
  createdAt: time,
  phoneNumber: z.nullable(z.string()),
  isAdmin: z.boolean(),
  accountStatus: z.enum(['trial', 'basic', 'premium']),
  verificationStatus: z.enum(['none', 'pending', 'approved', 'rejected']),
  verificationSubmittedAt: z.nullable(time),
  verificationNotes: z.nullable(z.string()),
  findableByEmail: z.boolean(),
  listed: z.boolean(),
  emailConfirmed: z.boolean(),
  /** The name that a verified member asked for, until an administrator has decided. */
  requestedName: z.nullable(z.object({ firstName: z.string(), lastName: z.string() })),
  /**
   * Questions that the app asks before anything else: whether the account is theirs (`GET /api/user/claim`), and
   * whether to undo additions and invitations since a denied sign-in (`GET /api/user/denial`).
   */
  review: z.nullable(z.enum(['claim', 'denial'])),
  /** The language of pages, notifications and mails. */
  language: Language,
  /** The time zone of dates, such as `Europe/Berlin`. Null if none was chosen: pages use the browser's, mails UTC. */
  timeZone: z.nullable(z.string()),
  /** The hour of the evening, in the member's time zone, when letters are sent. */
  letterHour: z.number(),
  /** Whether mails in the member's name count. */
  mailInMyName: z.boolean(),
  /** Whether questions of others reach the member. */
  takesQuestions: z.boolean(),
  /** The circles for the daily photo: the last choice, at first Contacts. */
  dailyCircleIds: z.array(z.string()),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** The people who may share right away: those for whom a verified member vouches, or only those whom an administrator verifies. */
export const Sharing = z.enum(['invited', 'verified']);
export type Sharing = z.infer<typeof Sharing>;

export const CircleKind = z.enum(['shared', 'private']);
export type CircleKind = z.infer<typeof CircleKind>;

/** Letters from a circle carry names of authors only (`names`), or words and photos too (`content`). */
export const LettersCarry = z.enum(['names', 'content']);

export const Circle = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  color: z.string(),
  kind: CircleKind,
  showsEarlierPosts: z.boolean(),
  lettersCarry: LettersCarry,
  isContacts: z.boolean(),
  isOwner: z.boolean(),
  /** Whether the caller keeps it with its owner. */
  isKeeper: z.boolean(),
  /** Whether the caller shows their profile to everyone in it, and whether they have said so. Private circles ask nobody. */
  face: z.enum(['shown', 'hidden', 'unanswered']),
  priority: z.number(),
  memberCount: z.number(),
  creatorId: z.string(),
  /** In lists the first few faces, owner first, without `postsCount`; in `GET /api/circles/{id}` everyone. */
  members: z.array(Member),
});
export type Circle = z.infer<typeof Circle>;

export const CircleMark = z.object({ id: z.string(), name: z.string(), color: z.string() });
export type CircleMark = z.infer<typeof CircleMark>;

/** A member with the caller's own circles that they are in. */
export const MemberInCircles = z.extend(Member, { circles: z.array(CircleMark) });
export type MemberInCircles = z.infer<typeof MemberInCircles>;

/** The formats in which videos are stored. */
export const VideoType = z.enum(['video/mp4', 'video/webm']);
export type VideoType = z.infer<typeof VideoType>;

export const Video = z.object({ url: z.string(), type: VideoType, seconds: z.number(), bytes: z.number() });
export type Video = z.infer<typeof Video>;

/** The types of voices: Opus in WebM, or AAC or Opus in MP4. */
export const VoiceType = z.enum(['audio/mp4', 'audio/webm']);
export type VoiceType = z.infer<typeof VoiceType>;

/** A recording that belongs to a moment or comment. */
export const Voice = z.object({
  id: z.string(),
  url: z.string(),
  type: VoiceType,
  seconds: z.number(),
  bytes: z.number(),
  /** The drawing, 64 numbers from 0 to 255; null where no browser drew it. */
  wave: z.nullable(z.array(z.number())),
  /** The words for people who cannot hear it. */
  words: z.nullable(z.string()),
});
export type Voice = z.infer<typeof Voice>;

export const Photo = z.object({
  url: z.string(),
  /** Full size, without metadata: a JPEG, or the largest variant until that is ready. */
  downloadUrl: z.string(),
  width: z.number(),
  height: z.number(),
  /** A thumbhash, base64. */
  placeholder: z.string(),
  /** The author's description for people who cannot see the photo. */
  alt: z.nullable(z.string()),
  variants: z.array(z.object({ url: z.string(), width: z.number() })),
  /** The video whose poster this photo is. */
  video: z.nullable(Video),
  /** The day on which it was taken, `YYYY-MM-DD`; null if it is unknown or was not kept. */
  takenOn: z.nullable(z.string()),
});
export type Photo = z.infer<typeof Photo>;

/** A member who is mentioned. `name` is null for a caller who may not know who that is. */
export const Mention = z.object({ id: z.string(), name: z.nullable(z.string()) });
export type Mention = z.infer<typeof Mention>;

/** Hearts and comments of one photo, as the caller sees them. */
export const PhotoTalk = z.object({
  isLiked: z.boolean(),
  likesCount: z.number(),
  commentsCount: z.number(),
});
export type PhotoTalk = z.infer<typeof PhotoTalk>;

/** A photo of a moment, where it is looked at. */
export const TalkedPhoto = z.extend(z.extend(Photo, { id: z.string() }), PhotoTalk.shape);
export type TalkedPhoto = z.infer<typeof TalkedPhoto>;

/** A photo of an album or of the timeline, with the member who added it. */
export const PlacedPhoto = z.extend(Photo, {
  id: z.string(),
  postId: z.string(),
  addedBy: Person,
  /** The day on which it was taken or else shared, `YYYY-MM-DD`. */
  day: z.string(),
});
export type PlacedPhoto = z.infer<typeof PlacedPhoto>;

/** The question that a moment answers. */
export const Question = z.object({ words: z.string(), askedBy: Person });
export type Question = z.infer<typeof Question>;

export const Post = z.object({
  id: z.string(),
  /** An album has a title and up to 500 photos, of which `images` has the first five. */
  kind: z.enum(['post', 'album']),
  title: z.nullable(z.string()),
  /** The members who may add photos to an album: its author, or everyone in its circle. */
  adds: z.enum(['author', 'circle']),
  /** The photos that the caller sees. */
  photosCount: z.number(),
  authorId: z.string(),
  author: Person,
  content: z.string(),
  imageUrls: z.array(z.string()),
  images: z.array(Photo),
  voice: z.nullable(Voice),
  /** Only circles that the viewer may know of; empty for 'Shared with you'. */
  circles: z.array(CircleMark),
  likesCount: z.number(),
  commentsCount: z.number(),
  isLiked: z.boolean(),
  createdAt: time,
  /** When the words, a photo or its description were last edited. */
  editedAt: z.nullable(time),
  /** The members who are mentioned in the words, where their ids stand in braces after an @. */
  mentions: z.array(Mention),
  /** Null also for a caller who does not see the member who asked. */
  question: z.nullable(Question),
  /** The members whom the author left out; in answers to the author alone. */
  hiddenFrom: z.optional(z.array(Person)),
});
export type Post = z.infer<typeof Post>;

/** A moment on its own page. */
export const OpenPost = z.extend(Post, { images: z.array(TalkedPhoto) });
export type OpenPost = z.infer<typeof OpenPost>;

export const Comment = z.object({
  id: z.string(),
  authorId: z.string(),
  author: Person,
  content: z.string(),
  createdAt: time,
  editedAt: z.nullable(time),
  /** The first comment of the thread that an answer is in. Answers are one level deep. */
  replyTo: z.nullable(z.string()),
  /** An answer whose first comment is deleted, or hidden from the caller. */
  isReplyToDeleted: z.boolean(),
  mentions: z.array(Mention),
  /** The photo that it is about, small; null for the whole moment, and where the caller does not see the photo. */
  photo: z.nullable(z.object({ id: z.string(), url: z.string(), placeholder: z.string() })),
  voice: z.nullable(Voice),
});
export type Comment = z.infer<typeof Comment>;

export const Notification = z.object({
  id: z.string(),
  kind: z.string(),
  actor: z.nullable(Person),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: time,
  actionUrl: z.nullable(z.string()),
  actionText: z.nullable(z.string()),
  /** The first words of the comment or moment that it is about, as far as the reader sees it. */
  quote: z.nullable(z.string()),
  /** The first photo of that moment that the reader sees. */
  photo: z.nullable(Photo),
  /** The circle that it is about. */
  circle: z.nullable(CircleMark),
});
export type Notification = z.infer<typeof Notification>;

/** A page of a list that can grow. `nextCursor` is null on the last page. */
export const page = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });

/**
 * Kinds of changes (`moved`: a sign-in moved to another device). An event carries only the id; the client refetches
 * through the ordinary endpoints.
 */
export const EventKind = z.enum(['notification', 'post', 'comment', 'like', 'circle', 'moved']);
export type EventKind = z.infer<typeof EventKind>;

/** One server-sent event of `GET /api/events`: `event:` is the kind, `data:` this object. */
export const EventData = z.object({ id: z.string() });

/**
 * The first event of every stream, `event: hello`. For at least this many milliseconds, nothing visible to this
 * member has changed; a client with older data refetches it.
 */
export const HelloData = z.object({ quietMs: z.number() });
