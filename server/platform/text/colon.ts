import type { Language } from '../../../contract/shapes.ts';

/** A label with its colon, before which French sets a space. */
export const withColon = (label: string, language: Language): string =>
  `${label}${language === 'fr' ? '\u00a0' : ''}:`;
