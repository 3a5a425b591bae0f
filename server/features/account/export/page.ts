import type { CurrentUser, Mention, Post } from '../../../../contract/shapes.ts';
import { withNames } from '../../../../contract/text/mention-tokens.ts';
import { escapeHtml, linkedHtml } from '../../../platform/text/html.ts';
import { type Reader, wordsFor } from '../../../words/reader.ts';
import {
  offlineEnd,
  offlineHead,
  offlineMoment,
  type OfflineVoice,
  offlineVoice,
  timeHtml,
} from '../../posts/offline-page.ts';
import { describePost } from './collect.ts';

const article = (reader: Reader, post: Post, files: ReadonlySet<string>): string => {
  const { circles, photos, voice, ...moment } = describePost(post);
  const words = wordsFor(reader).exportPage;
  const to = circles.map(({ name }) => name).join(', ');
  return offlineMoment(reader, {
    ...moment,
    about: to === '' ? '' : `${words.sharedWith} ${to}`,
    files: photos
      .filter(({ file }) => files.has(file))
      .map(({ video, ...photo }) => ({
        ...photo,
        video: video?.file !== undefined && files.has(video.file) ? video.file : null,
      })),
    voice: voice && files.has(voice.file) ? voice : null,
    counts: words.counts({ likes: post.likesCount, comments: post.commentsCount }),
  });
};

interface PageNeeds {
  reader: Reader;
  user: CurrentUser;
  madeAt: string;
  /** The path of the profile picture in the ZIP. */
  picture: string | null;
  posts: AsyncIterable<Post>;
  comments: AsyncIterable<{
    content: string;
    createdAt: string;
    mentions: Mention[];
    voice: OfflineVoice | null;
  }>;
  /** The names of photos and videos that the ZIP really contains. */
  files: ReadonlySet<string>;
}

/** The export as a page that needs no server: it fetches nothing, and all text is escaped. */
export async function* exportPage(needs: PageNeeds): AsyncGenerator<string> {
  const { reader, user, picture, madeAt } = needs;
  const words = wordsFor(reader).exportPage;
  const name = escapeHtml(`${user.firstName} ${user.lastName}`.trim());
  yield `${offlineHead(reader, `${user.firstName} ${user.lastName}`.trim())}<h1>${name}</h1>
<p class="soft">${escapeHtml(words.made)} ${timeHtml(reader, madeAt)}. ${escapeHtml(words.files)}</p>
${picture === null ? '' : `<img class="me" src="${escapeHtml(picture)}" alt="${escapeHtml(words.you)}">`}
<p>${escapeHtml(user.email)}</p>
${user.phoneNumber === null ? '' : `<p>${escapeHtml(user.phoneNumber)}</p>`}
${user.bio ? `<p class="text">${linkedHtml(user.bio)}</p>` : ''}
<h2>${escapeHtml(words.moments)}</h2>
`;
  for await (const post of needs.posts) yield article(reader, post, needs.files);
  yield `<h2>${escapeHtml(words.comments)}</h2>\n`;
  for await (const { content: text, createdAt, mentions, voice } of needs.comments) {
    const content = withNames(text, mentions, words.somebody);
    yield `<article><p class="soft">${timeHtml(reader, createdAt)}</p>${content === '' ? '' : `<p class="text">${linkedHtml(content)}</p>`}${voice && needs.files.has(voice.file) ? offlineVoice(reader, voice) : ''}</article>\n`;
  }
  yield offlineEnd;
}
