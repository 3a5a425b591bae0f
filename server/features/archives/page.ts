import type { PlacedPhoto, Post } from '../../../contract/shapes.ts';
import { escapeHtml } from '../../platform/text/html.ts';
import { dayFor, personName, type Reader, wordsFor } from '../../words/reader.ts';
import { offlineEnd, offlineHead, offlineMoment } from '../posts/offline-page.ts';

/** A photo that the archive has, by its path in the ZIP. */
export interface WrittenPhoto {
  file: string;
  photo: PlacedPhoto;
}

export interface WrittenPost {
  post: Post;
  photos: readonly WrittenPhoto[];
  /** The path of the voice in the ZIP; null where there is none. */
  voice: string | null;
}

interface PageNeeds {
  reader: Reader;
  circle: string;
  posts: readonly WrittenPost[];
}

/** A page of moments. It lies in the folder `pages`. */
export const archivePage = ({ reader, circle, posts }: PageNeeds): string => {
  const words = wordsFor(reader);
  const moments = posts.map(({ post, photos, voice }) =>
    offlineMoment(reader, {
      ...post,
      about: personName(words, post.author),
      files: photos.map(({ file, photo: { width, height, alt, video } }) => {
        const path = `../${file}`;
        return { file: path, width, height, alt, video: video ? path : null };
      }),
      voice: voice === null ? null : { file: `../${voice}`, words: post.voice?.words ?? null },
      counts: '',
    }),
  );
  return `${offlineHead(reader, circle)}<p><a href="../index.html">${escapeHtml(words.archivePage.back)}</a></p>
<h1>${escapeHtml(circle)}</h1>
${moments.join('')}${offlineEnd}`;
};

interface IndexNeeds {
  reader: Reader;
  circle: string;
  madeAt: Date;
  /** First and last day of each page of moments, as ISO times, newest page first. */
  spans: readonly { first: string; last: string }[];
  isComplete: boolean;
}

/** The page that leads to the pages of moments. */
export const archiveIndex = ({ reader, circle, madeAt, spans, isComplete }: IndexNeeds): string => {
  const words = wordsFor(reader).archivePage;
  const items = spans.map(({ first, last }, at) => {
    const days = { first: dayFor(reader, new Date(first)), last: dayFor(reader, new Date(last)) };
    const span = days.first === days.last ? days.first : words.span(days);
    return `<li><a href="pages/${at + 1}.html">${escapeHtml(span)}</a></li>`;
  });
  const list = items.length === 0 ? `<p>${escapeHtml(words.empty)}</p>` : `<ul>\n${items.join('\n')}\n</ul>`;
  return `${offlineHead(reader, circle)}<h1>${escapeHtml(circle)}</h1>
<p class="soft">${escapeHtml(words.made({ when: dayFor(reader, madeAt) }))} ${escapeHtml(words.parts)}</p>
${isComplete ? '' : `<p>${escapeHtml(words.incomplete)}</p>\n`}${list}
${offlineEnd}`;
};
