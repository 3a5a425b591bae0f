const asDataUrl = async (address: string): Promise<string> => {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('A font could not be read.'));
    reader.readAsDataURL(blob);
  });
};

const fontFaceRules = (rules: CSSRuleList): CSSFontFaceRule[] =>
  [...rules].flatMap((rule) => {
    if (rule instanceof CSSFontFaceRule) return [rule];
    return rule instanceof CSSGroupingRule ? fontFaceRules(rule.cssRules) : [];
  });

const normalized = (text: string) => text.replaceAll(/["'\s]/g, '').toLowerCase();

/**
 * Returns CSS that embeds the loaded fonts of this page, because a screenshot cannot fetch them. The library would
 * fetch them by setting the base URL of a document, which our content security policy forbids.
 */
export const loadedFonts = async (): Promise<string> => {
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
  const rules = [...document.styleSheets].flatMap((sheet) => fontFaceRules(sheet.cssRules));
  const used = rules.filter(({ style }) =>
    loaded.some(
      ({ family, unicodeRange }) =>
        normalized(family) === normalized(style.getPropertyValue('font-family')) &&
        normalized(unicodeRange) === normalized(style.getPropertyValue('unicode-range') || 'U+0-10FFFF'),
    ),
  );
  const texts = await Promise.all(
    used.map(async (rule) => {
      const [, address] = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src')) ?? [];
      if (address === undefined) return '';
      const from = new URL(address, rule.parentStyleSheet?.href ?? location.href);
      return rule.cssText.replace(/src:[^;]+;/, `src: url(${await asDataUrl(from.href)});`);
    }),
  );
  return texts.join('\n');
};
