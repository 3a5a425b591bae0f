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
const redactScreenshot = (client: QueryClient): (() => void) => {
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

/**
 * Marks bars and rails that do not scroll with the page, with their present position. Returns a function that removes
 * the marks.
 */
const markPinned = (): (() => void) => {
  const all = [...document.body.querySelectorAll<HTMLElement>('*')];
  const pinned = all.flatMap((element) => {
    const { position } = getComputedStyle(element);
    if (position !== 'fixed' && position !== 'sticky') return [];
    return [{ element, isFixed: position === 'fixed', now: element.getBoundingClientRect() }];
  });
  const sticky = pinned.filter(({ isFixed }) => !isFixed);
  // Positions without sticking, all measured together before the browser paints.
  const before = sticky.map(({ element }) => element.style.position);
  for (const { element } of sticky) element.style.position = 'static';
  const natural = sticky.map(({ element }) => element.getBoundingClientRect().top);
  for (const [at, { element }] of sticky.entries()) element.style.position = before[at] ?? '';
  for (const { element, isFixed, now } of pinned) {
    if (!isFixed) continue;
    const place = [now.top + scrollY, now.left + scrollX, now.width, now.height];
    element.dataset['pinned'] = place.map(Math.round).join(' ');
  }
  for (const [at, { element, now }] of sticky.entries()) {
    element.dataset['stuck'] = String(Math.round(now.top - (natural[at] ?? now.top)));
  }
  return () => {
    for (const { element } of pinned) {
      delete element.dataset['pinned'];
      delete element.dataset['stuck'];
    }
  };
};

/**
 * Moves the copy of a marked element to its position, because the copied page is moved as a whole and does not
 * scroll.
 */
const pinCopy = (copy: Node): void => {
  if (!(copy instanceof HTMLElement)) return;
  const { pinned, stuck } = copy.dataset;
  if (pinned !== undefined) {
    const [top = 0, left = 0, width = 0, height = 0] = pinned.split(' ').map((value) => `${value}px`);
    Object.assign(copy.style, { position: 'absolute', inset: 'auto', top, left, width, height });
  } else if (stuck !== undefined) {
    Object.assign(copy.style, { position: 'relative', inset: 'auto', top: `${stuck}px` });
  }
};

const asDataUrl = async (address: string): Promise<string> => {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('A font could not be read.'));
    reader.readAsDataURL(blob);
  });
};

const fontFaceRules = (rules: CSSRuleList): CSSFontFaceRule[] =>
  [...rules].flatMap((rule) => {
    if (rule instanceof CSSFontFaceRule) return [rule];
    return rule instanceof CSSGroupingRule ? fontFaceRules(rule.cssRules) : [];
  });

const normalized = (text: string) => text.replaceAll(/["'\s]/g, '').toLowerCase();

/**
 * Returns CSS that embeds the loaded fonts of this page, because a screenshot cannot fetch them. The library would
 * fetch them by setting the base URL of a document, which our content security policy forbids.
 */
const loadedFonts = async (): Promise<string> => {
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
  const rules = [...document.styleSheets].flatMap((sheet) => fontFaceRules(sheet.cssRules));
  const used = rules.filter(({ style }) =>
    loaded.some(
      ({ family, unicodeRange }) =>
        normalized(family) === normalized(style.getPropertyValue('font-family')) &&
        normalized(unicodeRange) === normalized(style.getPropertyValue('unicode-range') || 'U+0-10FFFF'),
    ),
  );
  const texts = await Promise.all(
    used.map(async (rule) => {
      const [, address] = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src')) ?? [];
      if (address === undefined) return '';
      const from = new URL(address, rule.parentStyleSheet?.href ?? location.href);
      return rule.cssText.replace(/src:[^;]+;/, `src: url(${await asDataUrl(from.href)});`);
    }),
  );
  return texts.join('\n');
};

/** The milliseconds until the browser has painted the page without the dialog. */
const pauseMs = 100;
const scale = 0.8;
const quality = 0.8;
/** How long to wait for photos: those far below the window never load. */
const photosTimeoutMs = 1_500;
/** The timeout of each drawing step, enough for a slow phone. */
const drawingTimeoutMs = 20_000;

// `data-secret`: parts that nobody may see but the person at this screen.
const excluded = '.scrim, .bug, .toasts, [data-secret], [data-radix-focus-guard], script, noscript';

// Skip content below the window: it is outside of the picture, and rendering it takes most of the time.
const isBelow = (node: Element): boolean => node.getBoundingClientRect().top > window.innerHeight;

const isPictured = (node: Node): boolean =>
  !(node instanceof HTMLElement) || !(node.matches(excluded) || isBelow(node));

/**
 * Takes a screenshot of the visible page as a PNG, without the dialog. With `blur`, photos, names and texts of
 * members are unreadable in it.
 */
export const takeScreenshot = async (client: QueryClient, { blur }: { blur: boolean }): Promise<Blob> => {
  const root = document.documentElement;
  const { createContext, destroyContext, domToBlob } = await import('modern-screenshot');
  const cssText = await loadedFonts();
  const unredact = blur ? redactScreenshot(client) : () => undefined;
  const unpin = markPinned();
  root.dataset['capturing'] = '';
  try {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const context = await createContext(root, {
      scale,
      quality,
      timeout: photosTimeoutMs,
      width: root.clientWidth,
      height: window.innerHeight,
      backgroundColor: getComputedStyle(document.body).backgroundColor,
      filter: isPictured,
      font: { cssText },
      features: { restoreScrollPosition: true },
      onCloneEachNode: pinCopy,
    });
    context.timeout = drawingTimeoutMs;
    try {
      return await domToBlob(context);
    } finally {
      destroyContext(context);
    }
  } finally {
    delete root.dataset['capturing'];
    unpin();
    unredact();
  }
};
