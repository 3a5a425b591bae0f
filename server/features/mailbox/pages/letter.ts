import { limits } from '../../../../contract/limits.ts';
import type { Comment, Post } from '../../../../contract/shapes.ts';
import type { AppContext } from '../../../app-context.ts';
import { newId } from '../../../platform/text/ids.ts';
import { html } from '../../../platform/text/html.ts';
import { personName, wordsFor } from '../../../words/reader.ts';
import { listComments, listNewestComments } from '../../comments/list.ts';
import { findFeedBefore } from '../../posts/feed.ts';
import { loadPost } from '../../posts/read.ts';
import { heading, type Page, pageWords } from './layout.ts';
import { type Draft, momentHtml, type ShownMoment } from './moment.ts';
import type { OpenLetter } from './visit.ts';

/** Comments of each moment on a page with many; the moment's own page shows the others. */
const newestComments = 5;

type Context = Pick<AppContext, 'db' | 'cursors'>;

const foot = ({ url, viewer }: OpenLetter) => {
  const words = pageWords(viewer.language).letter;
  return html`<div class="foot"><a class="link" href="${url}/mine">${words.mine}</a> <a class="link" href="${url}/stop">${words.stop}</a></div>`;
};

const cursorList = 'moments of letters';

const onList = (
  { viewer, url }: OpenLetter,
  { post, comments, query }: { post: Post; comments: readonly Comment[]; query: string },
): ShownMoment => ({
  post,
  comments,
  moreComments:
    post.commentsCount > comments.length
      ? { text: pageWords(viewer.language).moment.allComments, url: `${url}/posts/${post.id}` }
      : null,
  letterUrl: url,
  query,
  key: newId(),
});

/** The moments of a letter, newest first, 20 a page. @throws invalid for a foreign cursor */
export const letterPage = async (
  context: Context,
  letter: OpenLetter,
  cursor: string | undefined,
): Promise<Page> => {
  const { viewer, url, newest } = letter;
  const [before = newest === null ? null : newest + 1] = cursor
    ? context.cursors.open(cursorList, cursor)
    : [];
  const { items, next } = await findFeedBefore(context.db, viewer, before, limits.pageDefault);
  const query = cursor ? `?before=${encodeURIComponent(cursor)}` : '';
  const ids = items.filter(({ commentsCount }) => commentsCount > 0).map(({ id }) => id);
  const comments = await listNewestComments(context.db, viewer, ids, newestComments);
  const shown = items.map((post) => onList(letter, { post, comments: comments.get(post.id) ?? [], query }));
  const words = pageWords(viewer.language).letter;
  return {
    language: viewer.language,
    title: words.title,
    body: html`${heading(words.title)}
${cursor ? html`<p><a class="link" href="${url}">${words.newest}</a></p>` : null}
${items.length === 0 ? html`<p>${words.none}</p>` : null}
${shown.map((moment) => momentHtml(moment, viewer))}
${next === null ? null : html`<p><a class="button" href="${url}?before=${context.cursors.seal(cursorList, next)}">${words.earlier}</a></p>`}
${foot(letter)}`,
  };
};

/** One moment with all its comments, 20 a page. @throws missing, invalid for a foreign cursor */
export const momentPage = async (
  context: Context,
  letter: OpenLetter,
  { id, cursor, draft, key }: { id: string; cursor?: string | undefined; draft?: Draft; key?: string },
): Promise<Page> => {
  const { viewer, url } = letter;
  const post = await loadPost(context.db, viewer, id);
  const { items, nextCursor } = await listComments(context, viewer, { id, cursor });
  const words = pageWords(viewer.language);
  const title = words.moment.title({ name: personName(wordsFor(viewer), post.author) });
  const here = `${url}/posts/${id}`;
  const moreComments = nextCursor
    ? { text: words.moment.earlierComments, url: `${here}?comments=${nextCursor}` }
    : null;
  const shown = { post, comments: items, moreComments, letterUrl: url, query: '?alone=1' };
  return {
    ...(draft && { status: draft.status }),
    language: viewer.language,
    title,
    body: html`${heading(title)}
<p><a class="link" href="${url}">${words.letter.all}</a>${cursor ? html` · <a class="link" href="${here}">${words.moment.newestComments}</a>` : null}</p>
${momentHtml({ ...shown, key: key ?? newId(), draft: draft ?? null }, viewer)}
${foot(letter)}`,
  };
};
