import type { CurrentUser, Mention, Post } from '../../../../contract/shapes.ts';
import { withNames } from '../../../../contract/text/mention-tokens.ts';
import { escapeHtml } from '../../../platform/text/html.ts';
import { type Reader, timeFor, wordsFor } from '../../../words/reader.ts';
import { describePost } from './collect.ts';

const style = `
:root { color-scheme: light dark; --paper: #f2f5f3; --surface: #fff; --ink: #13221d; --soft: #44504c; --line: #d8dedb; --pencil: #ec4c12; }
@media (prefers-color-scheme: dark) { :root { --paper: #14100e; --surface: #1e1a17; --ink: #f0ece7; --soft: #bebab4; --line: #36302d; --pencil: #f9713b; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.15; margin: 0 0 .5rem; } h2 { margin: 2.5rem 0 .75rem; font-size: 1.4rem; }
h1::before { content: ''; display: inline-block; width: .5em; height: .5em; margin-right: .4em; border: .13em solid var(--pencil); border-radius: 50%; }
p { margin: .25rem 0; overflow-wrap: anywhere; } .soft { color: var(--soft); font-size: .94rem; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 18px; padding: 18px; margin: 0 0 1rem; }
.text { font: 1.06rem/1.6 Georgia, serif; white-space: pre-wrap; }
img, video { display: block; max-width: 100%; height: auto; margin-top: 10px; border-radius: 4px; }
img.me { width: 112px; height: 112px; border-radius: 50%; object-fit: cover; }
`;

const when = (reader: Reader, iso: string): string =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(timeFor(reader, new Date(iso)))}</time>`;

interface PageNeeds {
  reader: Reader;
  user: CurrentUser;
  madeAt: string;
  /** The path of the profile picture in the ZIP. */
  picture: string | null;
  posts: AsyncIterable<Post>;
  comments: AsyncIterable<{ content: string; createdAt: string; mentions: Mention[] }>;
  /** The names of photos and videos that the ZIP really contains. */
  files: ReadonlySet<string>;
}

const article = (reader: Reader, post: Post, files: ReadonlySet<string>): string => {
  const { circles, photos: own, mentions, createdAt, title } = describePost(post);
  const words = wordsFor(reader).exportPage;
  const content = withNames(post.content, mentions, words.somebody);
  const to = circles.map(({ name }) => escapeHtml(name)).join(', ');
  const images = own
    .filter(({ file }) => files.has(file))
    .map(({ file, width, height, alt, video }) =>
      video?.file !== undefined && files.has(video.file)
        ? `<video src="${escapeHtml(video.file)}" poster="${escapeHtml(file)}" width="${width}" height="${height}" aria-label="${escapeHtml(alt ?? words.video)}" controls playsinline preload="none"></video>`
        : `<img src="${escapeHtml(file)}" width="${width}" height="${height}" alt="${escapeHtml(alt ?? words.photo)}" loading="lazy">`,
    );
  return `<article><p class="soft">${when(reader, createdAt)}${to === '' ? '' : ` · ${escapeHtml(words.sharedWith)} ${to}`}</p>
${title === null ? '' : `<h3>${escapeHtml(title)}</h3>\n`}${content === '' ? '' : `<p class="text">${escapeHtml(content)}</p>`}${images.join('\n')}
<p class="soft">${escapeHtml(words.counts(post.likesCount, post.commentsCount))}</p></article>\n`;
};

/** The export as a page that needs no server: it fetches nothing, and all text is escaped. */
export async function* exportPage(needs: PageNeeds): AsyncGenerator<string> {
  const { reader, user, picture, madeAt } = needs;
  const words = wordsFor(reader).exportPage;
  const name = escapeHtml(`${user.firstName} ${user.lastName}`.trim());
  yield `<!doctype html>
<html lang="${reader.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:">
<title>${name} · Circle</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${name}</h1>
<p class="soft">${escapeHtml(words.made)} ${when(reader, madeAt)}. ${escapeHtml(words.files)}</p>
${picture === null ? '' : `<img class="me" src="${escapeHtml(picture)}" alt="${escapeHtml(words.you)}">`}
<p>${escapeHtml(user.email)}</p>
${user.phoneNumber === null ? '' : `<p>${escapeHtml(user.phoneNumber)}</p>`}
${user.bio ? `<p class="text">${escapeHtml(user.bio)}</p>` : ''}
<h2>${escapeHtml(words.moments)}</h2>
`;
  for await (const post of needs.posts) yield article(reader, post, needs.files);
  yield `<h2>${escapeHtml(words.comments)}</h2>\n`;
  for await (const { content: text, createdAt, mentions } of needs.comments) {
    const content = withNames(text, mentions, words.somebody);
    yield `<article><p class="soft">${when(reader, createdAt)}</p><p class="text">${escapeHtml(content)}</p></article>\n`;
  }
  yield '</main>\n</body>\n</html>\n';
}
