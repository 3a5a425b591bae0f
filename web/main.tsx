import './app.css';
import { keepConsoleErrors } from './app/start/console-errors.ts';
import { beginFirstScreen } from './app/start/first-screen.ts';
import { keepInstallOffer } from './app/start/install-offer.ts';
import { keepPhoneLayoutInLandscape } from './app/start/landscape.ts';
import { reloadForMissingCode } from './app/start/missing-code.ts';
import { keep } from './data/browser-storage.ts';
import { showStartUpFailure } from './app/start/start-up-failure.ts';

keepConsoleErrors();
keepInstallOffer();
const answers = beginFirstScreen();
keepPhoneLayoutInLandscape();

// Few need them, and they would be the last of the first screen's budget.
const forced = matchMedia('(forced-colors: active)');
const askForForcedColours = (): void => {
  if (!forced.matches) return;
  import('./ui/theme/forced-colors.css').catch((error: unknown) => console.warn(error));
};
askForForcedColours();
forced.addEventListener('change', askForForcedColours);

// Only log uncaught errors: the page that caused one shows its own message.
addEventListener('error', (event) => console.error(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => console.error(event.reason));

addEventListener('appinstalled', () => keep('installed', 'true'));

addEventListener('vite:preloadError', reloadForMissingCode);

// Not before the code is there: on a slow line they would take half of it from what brings the words they are for.
const askForFonts = (): void => {
  for (const font of ['Schibsted Grotesk Variable', 'Literata Variable']) {
    document.fonts.load(`1em '${font}'`).catch((error: unknown) => console.warn(error));
  }
};

const begin = async (): Promise<void> => {
  try {
    const root = document.getElementById('root');
    if (!root) throw new Error('The page has no root element.');
    const { start } = await import('./app/app.tsx');
    await start(root, answers);
    askForFonts();
    import('./app/privacy.ts').then(
      ({ startPrivacy }) => startPrivacy(),
      (error: unknown) => console.warn(error),
    );
    if (import.meta.env.PROD && 'serviceWorker' in navigator) {
      import('./app/service-worker.ts')
        .then(({ installServiceWorker }) => installServiceWorker())
        .catch((error: unknown) => console.error(error));
    }
  } catch (error) {
    showStartUpFailure(error);
  }
};

// Not awaited here: the app's file may import from this one's, and two modules that wait for each other never start.
void begin();
