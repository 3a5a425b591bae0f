import type { Plugin } from 'vite';
import { lookScript } from '../../contract/text/look-script.ts';
import { isLanguage, Language } from '../../contract/shapes.ts';
import type { page } from '../../dist/words/en/page.ts';
import { languages } from '../words/languages.ts';

const icon = [{ src: '/icons/icon-192.png', sizes: '192x192' }];

/** The web app manifest: the name and icons of an installed Circle, and its share target. */
const manifestOf = (words: typeof page.manifest) => ({
  name: 'Circle',
  short_name: 'Circle',
  description: words.description,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f3f5f4',
  theme_color: '#f3f5f4',
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: words.share, url: '/create-post', icons: icon },
    { name: words.closest, url: '/feed', icons: icon },
    { name: words.notifications, url: '/notifications', icons: icon },
  ],
  share_target: {
    action: '/create-post',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [
        {
          name: 'photos',
          accept: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'video/*'],
        },
      ],
    },
  },
});

/** The code of a language that there is; English where none is asked for. */
export const languageOf = (asked: string | undefined): Language => {
  const code = asked?.trim() || 'en';
  if (isLanguage(code)) return code;
  throw new Error(`APP_LANGUAGE must be one of ${Language.options.join(', ')}.`);
};

const english = /(?<=\/dist\/words\/)en(?=[./])/;

/**
 * Has the app speak another language while it is developed: wherever a file asks for the English words, it gets those of
 * `language`.
 */
export const spokenWords = (language: string): Plugin => ({
  name: 'circle-words',
  enforce: 'pre',
  resolveId(source, importer, options) {
    const spoken = source.replace(english, language);
    return spoken === source ? null : this.resolve(spoken, importer, { ...options, skipSelf: true });
  },
});

/** The page with what it says before any code of ours runs. */
export const pageIn = async (language: Language, html: string): Promise<string> => {
  const { page } = await languages[language]();
  const said: Record<string, string> = { language, look: lookScript, ...page, manifest: '' };
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => said[name] ?? '');
};

export const manifestIn = async (language: Language): Promise<string> =>
  JSON.stringify(manifestOf((await languages[language]()).page.manifest));

/** The page and the manifest of one language, where the app is not built for all of them. */
export const spokenPage = (language: Language): Plugin => ({
  name: 'circle-page',
  transformIndexHtml: { order: 'pre', handler: (html) => pageIn(language, html) },
  configureServer({ middlewares }) {
    middlewares.use(`/manifest.${language}.webmanifest`, (_request, response, next) => {
      manifestIn(language).then((text) => response.end(text), next);
    });
  },
});
