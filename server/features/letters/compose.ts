import { limits } from '../../../contract/limits.ts';
import { withNames } from '../../../contract/text/mention-tokens.ts';
import {
  letterLimits,
  letterPostKeys,
  letterPosts,
  type LetterPostRow,
  type UntoldRow,
  untoldByCircle,
} from './select-moments.ts';
import type { LetterQuestion } from '../questions/reach.ts';
import type { LetterAlbumRow } from './select-albums.ts';
import { readMentions } from '../../access/show/mentions.ts';
import { readKeys, readPerson, readQuestion } from '../../access/show/present.ts';
import { readVoice } from '../../access/show/voices.ts';
import type { Database, StatementRunner } from '../../platform/db/database.ts';
import { titled } from '../../platform/text/titled.ts';
import { underQuestion } from '../questions/words.ts';
import { weekdayAndTimeFor, personName, type Reader, wordsFor } from '../../words/reader.ts';
import type { LetterContent, LetterMoment } from './layout.ts';
import { laterMoment, type LaterPhotos } from './later-photos.ts';
import type { LetterLinks } from './letter-links.ts';

interface Section {
  /** Null for 'Shared with you'. */
  circle: { key: number; name: string; isShared: boolean } | null;
  posts: number[];
  /** Albums that the reader knows of, and to which others added photos. */
  albums: number[];
}

/** The keys of everything that the reader was not told of. */
export interface Untold {
  sections: Section[];
  /** All posts, each once. */
  posts: number[];
  /** The albums of all sections, as many as the letter shows; the next one shows the others. */
  albums: number[];
  /** Keys of the circles that the letter is about. */
  circles: number[];
  /** The reader has other circles, whose moments reach them in another way. */
  hasOthers: boolean;
  /** No letter will come before Sunday. */
  isWeekly: boolean;
}

const inOrder = (one: number, other: number) => one - other;

/** Each post and each album with later photos stands once, in the first of the reader's circles; 'Shared with you' comes last. */
const toSections = (rows: readonly UntoldRow[]): Section[] => {
  const shown = new Set<number>();
  const take = (posts: readonly number[]) => {
    const fresh = posts.filter((post) => !shown.has(post));
    for (const post of fresh) shown.add(post);
    return fresh;
  };
  const known = rows.flatMap(({ circle: key, public_id: id, name, kind, ...keys }) =>
    id === null || name === null ? [] : [{ circle: { key, name, isShared: kind === 'shared' }, ...keys }],
  );
  const hidden = rows.filter(({ public_id: id }) => id === null);
  const together = (which: 'posts' | 'albums') =>
    [...new Set(hidden.flatMap((row) => readKeys(row[which])))].toSorted(inOrder);
  const all = [
    ...known.map((row) => ({ ...row, posts: take(readKeys(row.posts)) })),
    { circle: null, posts: take(together('posts')), albums: null },
  ];
  // After all posts: the later photos of an album that the letter is about are part of it.
  return all
    .map(({ circle, posts, albums }) => ({
      circle,
      posts,
      albums: take(circle ? readKeys(albums) : together('albums')),
    }))
    .filter(({ posts, albums }) => posts.length + albums.length > 0);
};

interface Letter {
  user_id: number;
  to_post_id: number;
  to_addition_id: number;
  includes_sunday: number;
}

/** The posts of a letter, as its reader sees them now. */
export const findUntold = async (db: StatementRunner, letter: Letter): Promise<Untold> => {
  const rows = await db.run(untoldByCircle, {
    reader: letter.user_id,
    until: letter.to_post_id,
    untilAddition: letter.to_addition_id,
    includesSunday: letter.includes_sunday,
  });
  const due = rows.filter(({ posts }) => posts !== null);
  const sections = toSections(due);
  const posts = sections.flatMap((section) => section.posts);
  const room = Math.max(0, letterLimits.shown - posts.length);
  return {
    sections,
    posts,
    albums: sections.flatMap(({ albums }) => albums).slice(0, room),
    circles: due.map(({ circle }) => circle),
    hasOthers: due.length < rows.length,
    // The choice for private circles of others counts always: otherwise it would tell whether there is one.
    isWeekly: !rows.some(
      ({ kind, delivery, shared_delivery: shared }) =>
        shared === 'evening' || (kind === 'shared' && delivery === 'evening'),
    ),
  };
};

interface LetterImage {
  id: number;
  width: number;
  height: number;
  alt: string | null;
  ms: number | null;
}

/** The photos of a moment that a letter can show: of an album, those of its card. */
const readImages = ({ kind, images }: Pick<LetterPostRow, 'images'> & { kind?: string }): LetterImage[] => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `letterPosts` wrote the text
  const all = JSON.parse(images ?? '[]') as LetterImage[];
  return kind === 'album' ? all.slice(0, limits.albumCover) : all;
};

/** Posts by key. */
export type Shown = ReadonlyMap<number, LetterPostRow>;

/** The first posts of a letter with everything that it shows of them, as its reader sees them. */
export const findLetterPosts = async (
  db: Database,
  reader: number,
  posts: readonly number[],
): Promise<Shown> => {
  const rows = await db.run(letterPosts, { reader, ...letterPostKeys(posts) });
  return new Map(rows.map((row) => [row.id, row]));
};

/** The keys of the photos that a letter shows: the first ones of its posts, then the first later ones of its albums. */
export const photosOf = ({ untold, shown, later }: LetterPosts): number[] =>
  [...untold.posts.map((post) => shown.get(post)), ...untold.albums.map((album) => later.get(album))]
    .flatMap((row) => (row ? readImages(row) : []))
    .slice(0, letterLimits.photos)
    .map(({ id }) => id);

/** Everything that a letter tells, and what it shows of it. */
export interface LetterPosts {
  untold: Untold;
  shown: Shown;
  later: LaterPhotos;
}

interface Written extends LetterPosts {
  reader: Reader;
  publicUrl: string;
  /** Content ids of the photos that are in the mail, by key. */
  cids: ReadonlyMap<number, string>;
  links: LetterLinks;
  question: LetterQuestion | null;
}

const inMail = (images: readonly LetterImage[], cids: Written['cids']) =>
  images.flatMap(({ id, ms, ...image }) => {
    const cid = cids.get(id);
    return cid === undefined ? [] : [{ ...image, cid, videoSeconds: ms === null ? null : ms / 1_000 }];
  });

const addressesOf = (row: { id: number; public_id: string }, { links }: Written) => ({
  url: links.momentUrl(row.public_id),
  answerTo: links.answerTo(row.id),
});

/** The later photos of an album. */
const toLater = (row: LetterAlbumRow, written: Written): LetterMoment => {
  const { words, ...moment } = laterMoment(row, written.reader);
  const images = inMail(readImages(row), written.cids);
  return {
    ...moment,
    ...addressesOf(row, written),
    content: words === null ? null : { words, images, morePhotos: row.photos - images.length },
  };
};

const toMoment = (row: LetterPostRow, written: Written): LetterMoment => {
  const { reader, cids } = written;
  const words = wordsFor(reader);
  const images = inMail(readImages(row), cids);
  // The albums of one import are one moment of the letter.
  const albums = row.import_albums ?? 1;
  const all = (albums > 1 ? row.import_photos : null) ?? row.photos;
  const videos = (albums > 1 ? row.import_videos : null) ?? row.videos;
  return {
    author: personName(words, readPerson(row.author)),
    when: weekdayAndTimeFor(reader, new Date(row.created_at)),
    photos: all - videos,
    videos,
    albums,
    isAlbum: row.kind === 'album',
    ...addressesOf(row, written),
    content:
      row.content === null
        ? null
        : {
            words: underQuestion(
              reader,
              readQuestion(row.question),
              titled(row.title, withNames(row.content, readMentions(row.mentions), words.someone)),
            ),
            voice: readVoice(row.voice),
            images,
            morePhotos: all - images.length,
            moreAlbums: albums - 1,
          },
  };
};

/** The letter as data, for `letterLayout`. */
export const toContent = (written: Written): LetterContent => {
  const { untold, shown, later, reader, publicUrl, links, question } = written;
  const placeUrl = `${publicUrl}/`;
  const rest = untold.posts.length - shown.size + untold.albums.length - later.size;
  return {
    language: reader.language,
    isWeekly: untold.isWeekly,
    sections: untold.sections.flatMap(({ circle, posts, albums }) => {
      const moments = [
        ...posts.flatMap((post) => shown.get(post) ?? []).map((row) => toMoment(row, written)),
        ...albums.flatMap((album) => later.get(album) ?? []).map((row) => toLater(row, written)),
      ];
      if (moments.length === 0) return [];
      const sendTo = circle?.isShared ? links.sendTo(circle.key) : null;
      return [{ circle: circle?.name ?? null, moments, ...(sendTo && { sendTo }) }];
    }),
    more: rest > 0 ? { count: rest, url: links.pages?.letterUrl ?? placeUrl } : null,
    ...(question && {
      question: {
        name: personName(wordsFor(reader), readPerson(question.asker)),
        circle: question.circle,
        words: question.words,
        ...links.question(question),
      },
    }),
    choicesUrl: `${publicUrl}/my-account/reach`,
    placeUrl,
    ...(links.pages && { byLetter: links.pages }),
  };
};

/** The keys of the moments of a letter, in the order of `toContent`. */
export const keysOf = ({ untold, shown, later }: LetterPosts): number[] =>
  untold.sections.flatMap(({ posts, albums }) => [
    ...posts.filter((post) => shown.has(post)),
    ...albums.filter((album) => later.has(album)),
  ]);

/** The keys of the posts whose words or photos a letter carries; of its moments, it shows the first `moments`. */
export const postsCarriedBy = ({ sections }: LetterContent, moments: number, told: LetterPosts): number[] => {
  const keys = keysOf(told);
  return sections
    .flatMap((section) => section.moments)
    .slice(0, moments)
    .flatMap(({ content }, at) =>
      content !== null && (content.words !== '' || content.images.length > 0) ? (keys[at] ?? []) : [],
    );
};
