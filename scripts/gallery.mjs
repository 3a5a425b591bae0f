// `npm run gallery`: photographs every page of the route map, as each kind of person sees it, on four widths, light and
// dark, and looks each of them over. The pictures and their contact sheet are in dist/gallery afterwards.
// `npm run gallery -- /circles` takes only the scenes whose name has that in it; with `--quick` axe, which takes most of
// the time, looks at two of a scene's eight pictures.
// `APP_LANGUAGE=de npm run gallery` looks over the German ones. Letters are taken in every language.
// `npm run gallery -- --compared` takes the most important pages and the letters in the language of APP_LANGUAGE, also with
// text of twice the size on 320 px, into a folder of that language.
import { findChromium } from './bootstrap/chromium.mjs';

process.env.CHROMIUM_PATH = findChromium() ?? '';
await import('../test/gallery/take.ts');
