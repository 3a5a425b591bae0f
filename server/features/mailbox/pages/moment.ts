import type { Comment, Photo, Post, Voice } from '../../../../contract/shapes.ts';
import { withNames } from '../../../../contract/text/mention-tokens.ts';
import { shortTime } from '../../../../contract/text/short-time.ts';
import { Html, html, linkedHtml } from '../../../platform/text/html.ts';
import { personName, type Reader, weekdayAndTimeFor, wordsFor } from '../../../words/reader.ts';
import { questionLine } from '../../questions/words.ts';
import { hidden, wrong } from './layout.ts';

/** Words that could not be sent, with the reason. */
export interface Draft {
  text: string;
  sentence: string;
  /** The status of the answer. */
  status: number;
}

/** A moment on a page of its reader. */
export interface ShownMoment {
  post: Post;
  /** In reading order. */
  comments: readonly Comment[];
  /** Where the reader finds more of its comments. */
  moreComments: { text: string; url: string } | null;
  /** The path of the letter's page. */
  letterUrl: string;
  /** Tells the forms of the moment which page to show afterwards. */
  query: string;
  /** Makes a double press of 'Send' one comment. */
  key: string;
  draft?: Draft | null;
}

const timeOf = (reader: Reader, iso: string): Html =>
  html`<time datetime="${iso}">${weekdayAndTimeFor(reader, new Date(iso))}</time>`;

// The address at which the letter's pages serve a file. The app's address would need a session.
const addressOf = (letterUrl: string, url: string): string =>
  `${letterUrl}/photos/${url.split('/').at(-1) ?? ''}`;

const picture = (image: Photo, letterUrl: string, alt: string): Html =>
  html`<img src="${addressOf(letterUrl, image.url)}" srcset="${image.variants
    .map(({ url, width }) => `${addressOf(letterUrl, url)} ${width}w`)
    .join(
      ', ',
    )}" sizes="(max-width: 640px) 100vw, 640px" width="${image.width}" height="${image.height}" alt="${alt}" loading="lazy">`;

const photo = (image: Photo, { letterUrl }: ShownMoment, name: string, reader: Reader): Html => {
  const { letters, letterPage } = wordsFor(reader);
  if (!image.video) {
    return html`<div class="photo">${picture(image, letterUrl, image.alt ?? letters.photo({ name }))}</div>`;
  }
  // The link's text names the action; the poster beside it shows the video.
  return html`<a class="photo" href="${addressOf(letterUrl, image.video.url)}">${picture(image, letterUrl, image.alt ?? letters.videoFrom({ name }))}
<span>${letterPage.moment.play({ length: shortTime(image.video.seconds) })}</span></a>`;
};

// Mailbox members hear it on its own page of the browser, as they see videos.
const voice = (it: Voice, letterUrl: string, reader: Reader): Html =>
  html`<p><a class="link" href="${addressOf(letterUrl, it.url)}">▷ ${wordsFor(reader).letterPage.moment.hear({ length: shortTime(it.seconds) })}</a></p>
${it.words === null ? null : html`<p class="people" dir="auto">${linked(it.words)}</p>`}`;

const linked = (text: string): Html => new Html(linkedHtml(text));

const comment = (it: Comment, letterUrl: string, reader: Reader): Html => {
  const words = wordsFor(reader);
  return html`<li class="comment${it.replyTo === null && !it.isReplyToDeleted ? '' : ' answer'}">
<p><b>${personName(words, it.author)}</b> <span class="soft">${timeOf(reader, it.createdAt)}</span></p>
${it.content === '' ? null : html`<p class="people" dir="auto">${linked(withNames(it.content, it.mentions, words.someone))}</p>`}
${it.voice && voice(it.voice, letterUrl, reader)}</li>`;
};

const comments = (
  { post, comments: items, moreComments, letterUrl }: ShownMoment,
  reader: Reader,
): Html | null => {
  if (items.length === 0 && !moreComments) return null;
  const words = wordsFor(reader).letterPage.moment;
  return html`<h3>${words.comments({ count: post.commentsCount })}</h3>
${moreComments && html`<p><a class="link" href="${moreComments.url}">${moreComments.text}</a></p>`}
<ul>${items.map((item) => comment(item, letterUrl, reader))}</ul>`;
};

const actions = (
  { post, letterUrl, query, key, draft }: ShownMoment,
  about: string,
  reader: Reader,
): Html => {
  const words = wordsFor(reader).letterPage.moment;
  const url = `${letterUrl}/posts/${post.id}`;
  const id = `answer-${post.id}`;
  return html`<div class="actions">
<form method="post" action="${url}/like${query}">${hidden('give', post.isLiked ? '0' : '1')}<button aria-pressed="${String(post.isLiked)}"><span class="heart" aria-hidden="true">${post.isLiked ? '♥' : '♡'}</span> ${words.like}<span class="hidden">: ${about}</span></button></form>
<details${draft ? html` open` : null}><summary>${words.answer}<span class="hidden">: ${about}</span></summary>
<form method="post" action="${url}/comments${query}">
${wrong(draft?.sentence ?? null)}
${hidden('key', key)}
<label for="${id}">${words.yourAnswer}</label>
<textarea id="${id}" name="content" dir="auto" required>${new Html('\n')}${draft?.text ?? ''}</textarea>
<button class="main">${words.send}</button>
</form></details>
</div>`;
};

/** A moment with its photos and comments, and the two things that its reader can do. */
export const momentHtml = (it: ShownMoment, reader: Reader): Html => {
  const { post } = it;
  const words = wordsFor(reader);
  const { moment } = words.letterPage;
  const name = personName(words, post.author);
  const circles = post.circles.map((circle) => circle.name).join(', ');
  const more = post.photosCount - post.images.length;
  const content = withNames(post.content, post.mentions, words.someone);
  return html`<article class="card" id="m-${post.id}" aria-labelledby="by-${post.id}">
<h2 id="by-${post.id}">${name}</h2>
<p class="soft">${timeOf(reader, post.createdAt)}${circles === '' ? '' : ` ${moment.sharedIn({ circles })}`}</p>
${post.title === null ? null : html`<h3 dir="auto">${post.title}</h3>`}
${post.question && html`<p class="soft" dir="auto">${questionLine(reader, post.question)}</p>`}
${content === '' ? null : html`<p class="people" dir="auto">${linked(content)}</p>`}
${post.voice && voice(post.voice, it.letterUrl, reader)}
${post.images.map((image) => photo(image, it, name, reader))}
${more === 0 ? null : html`<p class="soft">${words.letters.morePhotos({ count: more })}</p>`}
${post.likesCount === 0 ? null : html`<p class="soft">${moment.likes({ count: post.likesCount })}</p>`}
${actions(it, moment.about({ name, when: weekdayAndTimeFor(reader, new Date(post.createdAt)) }), reader)}
${comments(it, reader)}
</article>`;
};
