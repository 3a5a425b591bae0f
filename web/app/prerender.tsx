// Runs in the build (web/build/pages.ts), never in a browser.
import { renderToString } from 'react-dom/server';
import { makeQueryClient } from '../data/query.ts';
import { Splash } from '../ui/feedback/splash.tsx';
import { words } from '../words/words.ts';
import { App, findPage } from './app.tsx';
import { fullTitle } from './not-found.tsx';
import { userKey } from './session.tsx';

const render = async () => {
  Object.assign(globalThis, { location: { hash: '' } });
  const client = makeQueryClient((error) => {
    throw error;
  });
  client.setQueryData(userKey, null);
  const page = findPage('/', 'visitor');
  await page?.Content.load();
  return {
    splash: renderToString(<Splash text={words.shell.splash} />),
    visitor: renderToString(<App client={client} ssrPath="/" />),
    visitorTitle: fullTitle(words.pageTitles.publicHome),
  };
};

/** The parts of pages that a browser shows before any script runs. */
export const rendered = render();
