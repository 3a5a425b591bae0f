/** @throws Error if the page lacks the element */
const found = <T extends HTMLElement>(id: string, type: new () => T): T => {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`The page has no #${id}`);
};

export const element = (id: string): HTMLElement => found(id, HTMLElement);
export const picture = (id: string): HTMLImageElement => found(id, HTMLImageElement);

export const show = (id: string, isShown: boolean): void => {
  element(id).hidden = !isShown;
};

/** Milliseconds since the mark; the larger of two clocks, because one can be set back and the other stops in sleep. */
export const createStopwatch = () => {
  let [date, ticks] = [Date.now(), performance.now()];
  return {
    restart: (): void => {
      [date, ticks] = [Date.now(), performance.now()];
    },
    elapsedMs: (): number => Math.max(Date.now() - date, performance.now() - ticks),
  };
};
