import { words } from './words.ts';

const figures = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 });

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** An amount of bytes in words: `680 MB`, `4.2 GB`. */
export const bytesInWords = (bytes: number): string => {
  let amount = bytes;
  let unit = 0;
  // Use the next unit from 999.5 on, which would be shown with four digits.
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1_024;
    unit += 1;
  }
  return `${figures.format(amount < 10 ? amount : Math.round(amount))} ${units[unit]}`;
};
