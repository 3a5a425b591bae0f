import { limits } from '../../../contract/limits.ts';
import { withNames } from '../../../contract/text/mention-tokens.ts';
import {
  letterLimits,
  letterPostKeys,
  letterPosts,
  type LetterPostRow,
  type UntoldRow,
  untoldByCircle,
} from '../../access/letters.ts';
import { readMentions } from '../../access/mentions.ts';
import { readKeys, readPerson } from '../../access/present.ts';
import type { Database, StatementRunner } from '../../platform/db/database.ts';
import { titled } from '../../platform/text/titled.ts';
import { weekdayAndTimeFor, personName, type Reader, wordsFor } from '../../words/reader.ts';
import type { LetterContent, LetterMoment } from './layout.ts';
import type { MailboxLinks } from './mailbox-links.ts';

interface Section {
  /** Null for 'Shared with you'. */
  circle: { key: number; name: string; isShared: boolean } | null;
  posts: number[];
}

/** The keys of everything that the reader was not told of. */
export interface Untold {
  sections: Section[];
  /** All posts, each once. */
  posts: number[];
  /** Keys of the circles that the letter is about. */
  circles: number[];
  /** The reader has other circles, whose moments reach them in another way. */
  hasOthers: boolean;
  /** No letter will come before Sunday. */
  isWeekly: boolean;
}

const inOrder = (one: number, other: number) => one - other;

/** Each post stands once, in the first of the reader's circles; 'Shared with you' comes last (LETTER-33). */
const toSections = (rows: readonly UntoldRow[]): Section[] => {
  const shown = new Set<number>();
  const take = (posts: readonly number[]) => {
    const fresh = posts.filter((post) => !shown.has(post));
    for (const post of fresh) shown.add(post);
    return fresh;
  };
  const known = rows.flatMap(({ circle: key, public_id: id, name, kind, posts }) =>
    id === null || name === null
      ? []
      : [{ circle: { key, name, isShared: kind === 'shared' }, posts: take(readKeys(posts)) }],
  );
  const hidden = rows.filter(({ public_id: id }) => id === null);
  const shared = [...new Set(hidden.flatMap(({ posts }) => readKeys(posts)))].toSorted(inOrder);
  return [...known, { circle: null, posts: take(shared) }].filter(({ posts }) => posts.length > 0);
};

interface Letter {
  user_id: number;
  to_post_id: number;
  includes_sunday: number;
}

/** The posts of a letter, as its reader sees them now. */
export const findUntold = async (db: StatementRunner, letter: Letter): Promise<Untold> => {
  const rows = await db.run(untoldByCircle, {
    reader: letter.user_id,
    until: letter.to_post_id,
    includesSunday: letter.includes_sunday,
  });
  const due = rows.filter(({ posts }) => posts !== null);
  const sections = toSections(due);
  return {
    sections,
    posts: sections.flatMap(({ posts }) => posts),
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
const readImages = ({ kind, images }: LetterPostRow): LetterImage[] => {
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

/** The keys of the photos that a letter shows: the first ones of its posts. */
export const photosOf = (shown: Shown, posts: readonly number[]): number[] =>
  posts
    .flatMap((post) => {
      const row = shown.get(post);
      return row ? readImages(row) : [];
    })
    .slice(0, letterLimits.photos)
    .map(({ id }) => id);

interface Written {
  untold: Untold;
  shown: Shown;
  reader: Reader;
  publicUrl: string;
  /** Content ids of the photos that are in the mail, by key. */
  cids: ReadonlyMap<number, string>;
  /** Null for a reader who can sign in. */
  links: MailboxLinks | null;
}

const toMoment = (row: LetterPostRow, { reader, publicUrl, cids, links }: Written): LetterMoment => {
  const words = wordsFor(reader);
  const images = readImages(row).flatMap(({ id, ms, ...image }) => {
    const cid = cids.get(id);
    return cid === undefined ? [] : [{ ...image, cid, videoSeconds: ms === null ? null : ms / 1_000 }];
  });
  // The albums of one import are one moment of the letter (IMPORT-4).
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
    url: links ? links.momentUrl(row.public_id) : `${publicUrl}/post/${row.public_id}`,
    ...(links && { answerTo: links.answerTo(row.id) }),
    content:
      row.content === null
        ? null
        : {
            words: titled(row.title, withNames(row.content, readMentions(row.mentions), words.someone)),
            images,
            morePhotos: all - images.length,
            moreAlbums: albums - 1,
          },
  };
};

/** The letter as data, for `letterLayout`. */
export const toContent = (written: Written): LetterContent => {
  const { untold, shown, reader, publicUrl, links } = written;
  const placeUrl = `${publicUrl}/`;
  const rest = untold.posts.length - shown.size;
  return {
    language: reader.language,
    isWeekly: untold.isWeekly,
    sections: untold.sections.flatMap(({ circle, posts }) => {
      const moments = posts.flatMap((post) => {
        const row = shown.get(post);
        return row ? [toMoment(row, written)] : [];
      });
      if (moments.length === 0) return [];
      const sendTo = circle?.isShared ? links?.sendTo(circle.key) : null;
      return [{ circle: circle?.name ?? null, moments, ...(sendTo && { sendTo }) }];
    }),
    more: rest > 0 ? { count: rest, url: links?.pages.letterUrl ?? placeUrl } : null,
    choicesUrl: `${publicUrl}/my-account#delivery`,
    placeUrl,
    ...(links && { byLetter: links.pages }),
  };
};

/** The keys of the posts whose words or photos a letter carries; of its moments, it shows the first `moments`. */
export const postsCarriedBy = (
  { sections }: LetterContent,
  moments: number,
  { untold, shown }: Pick<Written, 'untold' | 'shown'>,
): number[] => {
  const keys = untold.posts.filter((post) => shown.has(post));
  return sections
    .flatMap((section) => section.moments)
    .slice(0, moments)
    .flatMap(({ content }, at) =>
      content !== null && (content.words !== '' || content.images.length > 0) ? (keys[at] ?? []) : [],
    );
};
