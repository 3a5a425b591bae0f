import { limits } from '../../../../contract/limits.ts';
import { dayIn, isTakenDay } from '../../../../contract/text/taken-day.ts';
import { dayOfSeconds } from './days.ts';
import { counter, type Found, type FoundAlbum, type FoundItem, inOrder, type VideoOption } from './found.ts';
import { nameOf, readJson, type SourceFile } from './source-file.ts';
import { cut, isRecord, listOf, repaired, textOf, titleOf } from './texts.ts';

// Instagram and Facebook name photos by `uri`, relative to the archive, in JSON files.

const instagramPosts = /(?:^|\/)(?:archived_posts|posts_\d+|reels|igtv_videos|stories|profile_photos)\.json$/;
const facebookAlbums = /(?:^|\/)posts\/album\/\d+\.json$/;
const facebookPosts =
  /(?:^|\/)(?:your_posts(?:__check_ins__photos_and_videos)?_\d+|your_uncategorized_photos|your_photos|your_videos)\.json$/;

export const isInstagram = (files: readonly SourceFile[]): boolean =>
  files.some(({ path }) => instagramPosts.test(path)) &&
  files.some(({ path }) => /(?:^|\/)media\/(?:posts|stories|other|profile)\//.test(path));

export const isFacebook = (files: readonly SourceFile[]): boolean =>
  files.some(({ path }) => facebookAlbums.test(path) || facebookPosts.test(path));

const htmlPosts =
  /(?:^|\/)(?:start_here|archived_posts|posts_\d+|reels|stories|profile_photos|your_posts[^/]*|your_uncategorized_photos|your_photos|your_videos|album\/\d+)\.html$/;

const exportFolder =
  /(?:^|\/)(?:your_(?:instagram|facebook)_activity|media\/(?:posts|reels|stories|profile|other)|posts\/(?:media|album))\//;

/** Whether files are an export of Instagram or Facebook as HTML, which has neither words nor days of photos. */
export const isHtmlExport = (files: readonly SourceFile[]): boolean =>
  files.some(({ path }) => htmlPosts.test(path)) && files.some(({ path }) => exportFolder.test(path));

interface Medium {
  uri: string;
  takenOn: string | null;
  caption: string;
}

/** The day in the EXIF of a photo or video, local if it is a text. */
const takenIn = (medium: Readonly<Record<string, unknown>>): string | null => {
  const metadata = medium['media_metadata'];
  const media = isRecord(metadata) ? [metadata['photo_metadata'], metadata['video_metadata']] : [];
  for (const exif of media.flatMap((one) => listOf(isRecord(one) ? one['exif_data'] : null))) {
    if (!isRecord(exif)) continue;
    const local = dayIn(textOf(exif['date_time_original']));
    const day = isTakenDay(local) ? local : dayOfSeconds(exif['taken_timestamp']);
    if (day !== null) return day;
  }
  return null;
};

/** A photo or video in the JSON of Instagram or Facebook. */
const mediumOf = (value: unknown, caption = '', seconds: unknown = null): Medium[] => {
  if (!isRecord(value) || typeof value['uri'] !== 'string') return [];
  const own = textOf(value['description']) || textOf(value['title']);
  return [
    {
      uri: repaired(value['uri']),
      takenOn: takenIn(value) ?? dayOfSeconds(value['creation_timestamp']) ?? dayOfSeconds(seconds),
      caption: cut(repaired(own || caption), limits.photoCaption),
    },
  ];
};

/** The photos of a post, the caption with the first one: carousels stay together in their order. */
const mediaOfPost = (post: unknown): Medium[] => {
  if (!isRecord(post)) return [];
  const seconds = post['creation_timestamp'] ?? post['timestamp'];
  const written = listOf(post['data']).flatMap((one) => (isRecord(one) ? textOf(one['post']) : []));
  // Facebook's title of a post is a sentence about it, as 'Ann added a photo'.
  const caption = written.find((text) => text !== '') ?? ('media' in post ? textOf(post['title']) : '');
  const attached = listOf(post['attachments']).flatMap((attachment) =>
    listOf(isRecord(attachment) ? attachment['data'] : null).flatMap((one) =>
      isRecord(one) ? [one['media']] : [],
    ),
  );
  const own = 'uri' in post ? [post] : [];
  const [first, ...others] = [...own, ...listOf(post['media']), ...attached];
  return [...mediumOf(first, caption, seconds), ...others.flatMap((one) => mediumOf(one, '', seconds))];
};

/** A list that stands alone or under the one key of an object, as `{ "ig_stories": [...] }`. */
const postsIn = (json: unknown): unknown[] =>
  isRecord(json) ? Object.values(json).flatMap(listOf) : listOf(json);

const finder = (files: readonly SourceFile[]) => {
  const byName = new Map<string, SourceFile[]>();
  for (const file of files) {
    const name = nameOf(file.path);
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  return (uri: string): SourceFile | undefined =>
    byName.get(nameOf(uri))?.find(({ path }) => path === uri || path.endsWith(`/${uri}`));
};

/** Albums of an archive of Instagram or Facebook; photos that are in no album, one album a year. */
const readSocial = async (
  source: 'instagram' | 'facebook',
  files: readonly SourceFile[],
  { videos }: VideoOption,
  onStep: (done: number, total: number) => void,
): Promise<Found> => {
  const leftOut = counter();
  const find = finder(files);
  const taken = new Set<string>();
  const itemsOf = (media: readonly Medium[]): FoundItem[] =>
    media.flatMap(({ uri, takenOn, caption }) => {
      // Some links lead to other sites.
      if (uri === '' || /^https?:/.test(uri)) return [];
      const file = find(uri);
      if (!file) leftOut.add('missing');
      if (!file || taken.has(file.path)) return [];
      taken.add(file.path);
      if (file.kind === null || file.kind === 'other') {
        leftOut.add(file.kind === null ? 'unreadable' : 'format');
        return [];
      }
      const isVideo = file.kind === 'video';
      if (isVideo && !videos) {
        leftOut.add('video');
        return [];
      }
      return [{ key: file.path, file, takenOn, caption, words: '', ...(isVideo && { isVideo }) }];
    });
  const albums: FoundAlbum[] = [];
  const jsons = files.filter(({ path }) => path.endsWith('.json'));
  const albumFiles = source === 'facebook' ? jsons.filter(({ path }) => facebookAlbums.test(path)) : [];
  const postFiles = jsons.filter(({ path }) =>
    (source === 'facebook' ? facebookPosts : instagramPosts).test(path),
  );
  const total = albumFiles.length + postFiles.length;
  for (const [index, file] of albumFiles.entries()) {
    const json = await readJson(file);
    if (isRecord(json)) {
      const items = itemsOf(listOf(json['photos']).flatMap((photo) => mediumOf(photo)));
      const title = titleOf(repaired(textOf(json['name'])), 'Facebook');
      const words = cut(repaired(textOf(json['description'])), limits.textPost);
      if (items.length > 0) albums.push({ key: file.path, title, words, items });
    }
    onStep(index + 1, total);
  }
  const years = new Map<string, FoundItem[]>();
  const brand = source === 'facebook' ? 'Facebook' : 'Instagram';
  for (const [index, file] of postFiles.entries()) {
    for (const post of postsIn(await readJson(file))) {
      for (const item of itemsOf(mediaOfPost(post))) {
        const year = (item.takenOn ?? '').slice(0, 4);
        years.set(year, [...(years.get(year) ?? []), item]);
      }
    }
    onStep(albumFiles.length + index + 1, total);
  }
  for (const [year, items] of [...years].toSorted(([one], [other]) => one.localeCompare(other)))
    albums.push({
      key: `year/${year}`,
      title: `${brand} ${year}`.trim(),
      words: '',
      items: items.toSorted(byDay),
    });
  leftOut.add('unlisted', files.filter(({ kind, path }) => kind !== null && !taken.has(path)).length);
  return { source, albums, leftOut: leftOut.counts };
};

/** By day alone: photos of one post keep their order. */
const byDay = (one: FoundItem, other: FoundItem): number =>
  one.takenOn === other.takenOn ? 0 : inOrder(one, other);

type OnStep = (done: number, total: number) => void;

export const readInstagram = (files: readonly SourceFile[], options: VideoOption, onStep: OnStep) =>
  readSocial('instagram', files, options, onStep);

export const readFacebook = (files: readonly SourceFile[], options: VideoOption, onStep: OnStep) =>
  readSocial('facebook', files, options, onStep);
