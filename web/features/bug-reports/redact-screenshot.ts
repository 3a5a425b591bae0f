import type { QueryClient } from '@tanstack/react-query';

/** Fields of answers that contain no text of members. */
const technicalFields =
  /^(?:id|\w+Ids?|url|\w+Urls?|\w+At|kind|status|\w+Status|color|severity|category|priority|placeholder|nextCursor|variants)$/;

/** Reduces a text to letters and digits between single spaces, so that whole words are compared. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const collect = (value: unknown, into: Set<string>): void => {
  if (typeof value === 'string') {
    const words = plain(value);
    if (words.length > 3) into.add(words);
  } else if (Array.isArray(value)) {
    for (const entry of value) collect(entry, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) if (!technicalFields.test(name)) collect(entry, into);
  }
};

// Elements with members' content: pictures, their texts, fields.
const memberContent =
  'img, video, canvas, picture, .people, .av, .cname, .who, input, textarea, select, [contenteditable]';

const textsIn = (root: Element): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text) found.push(node);
  return found;
};

const isPainted = (element: Element): boolean =>
  element instanceof HTMLElement && element.style.backgroundImage.includes('url(');

/**
 * Marks everything on the page that comes from members, so that the style sheet blurs it: by its element, and by the
 * words in the server's answers. Returns a function that removes the marks.
 */
export const redactScreenshot = (client: QueryClient): (() => void) => {
  const said = new Set<string>();
  for (const query of client.getQueryCache().getAll()) collect(query.state.data, said);
  const words = [...said];
  const marked = new Set<HTMLElement>();
  const mark = (element: Element | null) => {
    if (element instanceof HTMLElement) marked.add(element);
  };
  for (const element of document.body.querySelectorAll(memberContent)) mark(element);
  for (const element of document.body.querySelectorAll('[style]')) if (isPainted(element)) mark(element);
  for (const text of textsIn(document.body)) {
    const shown = plain(text.data);
    if (shown.length > 3 && words.some((word) => shown.includes(word))) mark(text.parentElement);
  }
  for (const element of marked) element.dataset['veiled'] = '';
  return () => {
    for (const element of marked) delete element.dataset['veiled'];
  };
};
