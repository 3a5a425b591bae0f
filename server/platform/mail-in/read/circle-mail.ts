import { headingInLine, type Marked, markLines, quoteLine } from './circle-marks.ts';
import { gluedRuler, hasStamp } from './stamp.ts';

/** Lines between the heading of a mail of Circle and the first sure line below it: a circle's name and an author. */
const maxLinesOfHead = 8;

/** Looks upwards, over blank lines, for the first of a number of lines that is of this kind. */
const findAbove = (
  lines: readonly Marked[],
  from: number,
  { within, isKind }: { within: number; isKind: (line: Marked) => boolean },
): number => {
  let seen = 0;
  for (let at = from - 1; at >= 0 && seen < within; at -= 1) {
    const line = lines[at];
    if (!line || line.words === '') continue;
    if (isKind(line)) return at;
    seen += 1;
  }
  return -1;
};

/** Where the mail of Circle begins whose first sure line is this one. */
const findStart = (lines: readonly Marked[], sure: number): number => {
  if (lines[sure]?.isHeading) return sure;
  const heading = findAbove(lines, sure, { within: maxLinesOfHead, isKind: ({ isHeading }) => isHeading });
  // Somebody changed the heading or left it out: the line above a time names the author.
  const first = heading >= 0 ? heading : findAbove(lines, sure, { within: 1, isKind: () => true });
  const brand = findAbove(lines, Math.max(first, 0), { within: 1, isKind: ({ isBrand }) => isBrand });
  return brand >= 0 ? brand : heading >= 0 ? heading : sure;
};

/** Some programs write the whole quoted mail, or its beginning, in the line of its introduction. */
const splitLine = (line: string, subject: string): string[] => {
  if (line.startsWith('>')) return [line];
  const ruler = gluedRuler.exec(line);
  const at = ruler?.index ?? headingInLine(line, subject);
  const isIntroduced = ruler !== null || (at > 0 && hasStamp(line.slice(0, at)));
  return isIntroduced ? [line.slice(0, at), line.slice(at)] : [line];
};

/**
 * Replaces the quoted mails of Circle whose lines are not marked by one line that is. Their own sentences, times,
 * addresses and links tell where they begin and end, whatever program quotes them and in whatever language.
 */
export const withoutCircleMails = (text: readonly string[], subject: string): string[] => {
  const lines = text.flatMap((line) => splitLine(line, subject));
  const marked = markLines(lines, subject);
  // Somebody may write such a last line into a moment, so the last one counts.
  const end = marked.findLastIndex(({ isLast }) => isLast);
  const last = end >= 0 ? end : marked.findLastIndex(({ isMark }) => isMark);
  // A sure line alone may be quoted by the sender.
  const sure = marked.findIndex(({ isSure, isMany }, at) => isSure && (at < last || isMany));
  if (sure < 0) return lines;
  // A program broke the last line before its address.
  const isBroken = /^<?https?:\/\/\S+$/.test(lines[last + 1]?.trim() ?? '');
  return [
    ...lines.slice(0, findStart(marked, sure)),
    quoteLine,
    ...lines.slice(Math.max(sure, last) + (isBroken ? 2 : 1)),
  ];
};
