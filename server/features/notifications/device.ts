import { type Words, wordsIn } from '../../words/words.ts';

// The order matters: most browsers also claim to be those further down.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/).*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const find = (names: typeof browsers, userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** The maximum length of the header that is parsed. No browser sends more, and the client may send anything. */
const longest = 500;

/**
 * Names a browser and its system from the `User-Agent` header, in English, as it is stored; an unknown one is called a
 * browser.
 */
export const deviceOf = (userAgent: string): string => {
  const said = userAgent.slice(0, longest);
  return wordsIn('en').device({ browser: find(browsers, said), system: find(systems, said) });
};

const nameIn = (device: string, names: typeof browsers) =>
  names.find(([, name]) => device.split(' ').includes(name) || device.startsWith(`${name} `))?.[1] ?? null;

/** A stored device in a reader's words. Earlier versions stored it in the language of the installation. */
export const deviceIn = (words: Words, device: string): string =>
  words.device({ browser: nameIn(device, browsers), system: nameIn(device, systems) });
