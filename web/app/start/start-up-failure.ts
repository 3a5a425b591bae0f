import { words } from '../../words/words.ts';

/** Shown if Circle could not start: plain elements, because the renderer itself may have failed. */
export const showStartUpFailure = (error: unknown): void => {
  console.error(error);
  const page = document.createElement('main');
  page.className = 'page stack g12 items-start';
  const heading = document.createElement('h1');
  heading.textContent = words.startUp.title;
  const details = document.createElement('code');
  details.className = 'code';
  details.textContent = error instanceof Error ? error.message : String(error);
  const advice = document.createElement('p');
  advice.textContent = words.startUp.advice;
  page.append(heading, details, advice);
  document.body.replaceChildren(page);
};
