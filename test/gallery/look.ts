import type { Page } from 'playwright-core';
import { problemsOf } from '../browser/axe.ts';

const brokenRules = async (page: Page): Promise<string[]> => {
  const problems = await problemsOf(page);
  return problems.flatMap(({ rule, elements }) => {
    // A menu is attached to its button, which may be outside the page's landmarks.
    const wrong = elements.filter((html) => rule !== 'region' || !html.includes('data-radix-popper'));
    if (wrong.length === 0) return [];
    return [`axe ${rule}: ${wrong.map((html) => html.slice(0, 120)).join(' | ')}`];
  });
};

/** Problems of the shown page in words; empty if there are none. `rules` adds axe's checks, which take long. */
export const findingsOn = async (page: Page, { rules }: { rules: boolean }): Promise<string[]> => [
  ...(rules ? await brokenRules(page) : []),
  ...(await page.evaluate(findClipped)),
];

// Runs in the page, so it must not use variables from outside.
const findClipped = (): string[] => {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`;
  if (scrollWidth > clientWidth) {
    // Fixed bars are as wide as the page has become.
    const isFixed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement));
    const widest = [...document.body.querySelectorAll('*')].findLast(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isFixed(element),
    );
    found.push(`the page is ${scrollWidth} wide on ${clientWidth}${widest ? `, by ${nameOf(widest)}` : ''}`);
  }
  const isCut = (style: CSSStyleDeclaration, axis: 'overflowX' | 'overflowY') =>
    style[axis] === 'hidden' || style[axis] === 'clip';
  // Visually hidden, or cut with an ellipsis or a "Read more" on purpose.
  const isMeant = (element: Element, style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' ||
    style.webkitLineClamp !== 'none' ||
    style.clipPath !== 'none' ||
    element.clientWidth <= 1 ||
    element.clientHeight <= 1;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    // The skip link waits above the page until it gets the keyboard focus.
    if (box.width === 0 || box.bottom <= 0) continue;
    for (let around: Element | null = parent; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (isMeant(around, style)) break;
      // A fixed bar cannot be scrolled: content outside the window is unreachable.
      if (style.position === 'fixed' && (box.right > innerWidth + 1 || box.left < -1)) {
        found.push(`"${text.slice(0, 40)}" sticks out of the window, in ${nameOf(around)}`);
        break;
      }
      // Content that can be scrolled into view is not cut off.
      if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.position === 'fixed') break;
      const outer = around.getBoundingClientRect();
      const wide = isCut(style, 'overflowX') && (box.right > outer.right + 1 || box.left < outer.left - 1);
      const high = isCut(style, 'overflowY') && (box.bottom > outer.bottom + 2 || box.top < outer.top - 2);
      if (wide || high) {
        found.push(`"${text.slice(0, 40)}" is cut by ${nameOf(around)}`);
        break;
      }
    }
  }
  // The bell floats above the page; each header leaves a slot free for it.
  const bug = document.querySelector('.bug')?.getBoundingClientRect();
  for (const element of document.querySelectorAll('header :is(a, button, h1)')) {
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect();
    if (bug && box.width > 0 && box.right > bug.left && box.left < bug.right && box.top < bug.bottom)
      found.push(`"${element.textContent.slice(0, 40)}" reaches under the bug button`);
  }
  return [...new Set(found)];
};
