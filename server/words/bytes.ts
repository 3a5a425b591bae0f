import type { Language } from '../../contract/shapes.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** An amount of bytes in words, such as `4.2 GB`. */
export const bytesInWords = (language: Language, bytes: number): string => {
  const at = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1_024)));
  const unit = units[at] ?? 'byte';
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    bytes / 1_024 ** at,
  );
};
