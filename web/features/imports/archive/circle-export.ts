import { dayOfTime } from './days.ts';
import {
  type ArchiveTexts,
  counter,
  type Found,
  type FoundAlbum,
  type FoundItem,
  inOrder,
  type VideoOption,
} from './found.ts';
import { readJson, type SourceFile } from './source-file.ts';
import { fitsPhoto, isRecord, listOf, textOf, titleOf } from './texts.ts';

const aboutPath = 'data/about.json';
const postsPath = 'data/posts.json';
const addedPath = 'data/photos-in-albums.json';

export const isCircleExport = async (files: readonly SourceFile[]): Promise<boolean> => {
  const about = files.find(({ path }) => path === aboutPath);
  if (!about || !files.some(({ path }) => path === postsPath)) return false;
  const json = await readJson(about);
  return isRecord(json) && json['product'] === 'Circle';
};

/** Mentions stand as `@{id}` in words; their names are beside them. */
const withNames = (content: string, mentions: unknown): string => {
  const names = new Map(
    listOf(mentions).flatMap((one) =>
      isRecord(one) ? [[textOf(one['id']), textOf(one['name'])] as const] : [],
    ),
  );
  return content.replaceAll(/@\{([^}]*)\}/g, (_, id: string) => `@${names.get(id) || '…'}`);
};

/** Moments and albums of another Circle. Its moments become one album a year, with their words; photos in albums of others, one. */
export const readCircleExport = async (
  files: readonly SourceFile[],
  { yearTitle, dated, othersTitle, videos }: ArchiveTexts & VideoOption,
): Promise<Found> => {
  const leftOut = counter();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const itemsOf = (photos: unknown, day: string | null): FoundItem[] =>
    listOf(photos).flatMap((photo) => {
      if (!isRecord(photo)) return [];
      const video = isRecord(photo['video']) ? photo['video'] : null;
      const file = byPath.get(textOf((video ?? photo)['file']));
      if (!file || (video && !videos)) {
        leftOut.add(file ? 'video' : 'missing');
        return [];
      }
      const takenOn = textOf(photo['takenOn']) || day;
      const caption = textOf(photo['alt']);
      return [
        { key: file.path, file, takenOn, caption, words: '', ...(video && { isVideo: true as const }) },
      ];
    });
  const posts = byPath.get(postsPath);
  const albums = new Map<string, FoundAlbum>();
  for (const post of listOf(posts && (await readJson(posts)))) {
    if (!isRecord(post)) continue;
    const day = dayOfTime(post['createdAt']);
    const text = withNames(textOf(post['content']), post['mentions']);
    const isAlbum = post['kind'] === 'album';
    const items = itemsOf(post['photos'], day);
    if (isAlbum) {
      const id = textOf(post['id']);
      if (items.length > 0 || text !== '')
        albums.set(id, { key: id, title: titleOf(textOf(post['title']), yearTitle('')), words: text, items });
      continue;
    }
    const [first] = items;
    if (text !== '') {
      if (first && first.caption === '' && fitsPhoto(text)) first.caption = text;
      else {
        const words = dated(textOf(post['createdAt']), text);
        if (first) first.words = words;
        else items.push({ key: `words/${textOf(post['id'])}`, file: null, takenOn: day, caption: '', words });
      }
    }
    const year = (day ?? '').slice(0, 4);
    const album = albums.get(year) ?? { key: year, title: yearTitle(year), words: '', items: [] };
    album.items.push(...items);
    if (album.items.length > 0) albums.set(year, album);
  }
  const added = byPath.get(addedPath);
  const items = listOf(added && (await readJson(added))).flatMap((photo) =>
    itemsOf([photo], isRecord(photo) ? dayOfTime(photo['addedAt']) : null),
  );
  if (items.length > 0) albums.set(addedPath, { key: addedPath, title: othersTitle, words: '', items });
  for (const album of albums.values()) album.items.sort(inOrder);
  const sorted = [...albums.values()].toSorted((one, other) => one.title.localeCompare(other.title));
  return { source: 'circle', albums: sorted, leftOut: leftOut.counts };
};
