/**
 * Marks bars and rails that do not scroll with the page, with their present position. Returns a function that removes
 * the marks.
 */
export const markPinned = (): (() => void) => {
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
export const pinCopy = (copy: Node): void => {
  if (!(copy instanceof HTMLElement)) return;
  const { pinned, stuck } = copy.dataset;
  if (pinned !== undefined) {
    const [top = 0, left = 0, width = 0, height = 0] = pinned.split(' ').map((value) => `${value}px`);
    Object.assign(copy.style, { position: 'absolute', inset: 'auto', top, left, width, height });
  } else if (stuck !== undefined) {
    Object.assign(copy.style, { position: 'relative', inset: 'auto', top: `${stuck}px` });
  }
};
