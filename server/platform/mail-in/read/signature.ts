/** Programs and devices that name themselves below a mail. */
const devices =
  /\b(?:iphone|ipad|ipod|mac|android\w*|samsung|galaxy|huawei|xiaomi|pixel|nokia|blackberry|windows|outlook|yahoo|gmx|web\.de|aol|gmail|t-online|telekom|freenet|orange|proton\s?mail|thunderbird|k-9|fairemail|mail\.\w+|e-?mail[- ]app|mail[- ]app|smartphone|handy|tablet|mobile|mobil\w*|téléphone|móvil|cellulare|phone|spark|ios)\b/i;

const notes: readonly RegExp[] = [
  /^(?:sent|written) (?:from|with|via|using)\b/i,
  /^get \w+ for\b/i,
  /^get outlook\b/i,
  /^(?:von|aus|mit) .* gesendet\b/i,
  /^(?:diese (?:nachricht|mail|e-mail) wurde|gesendet|verschickt|geschrieben) (?:von|mit|über|aus)\b/i,
  /^(?:holen sie sich |beziehen sie )?outlook für\b/i,
  /^envoyé (?:de|depuis|à partir|avec)\b/i,
  /^(?:télécharge[rz]|obtenez|obtenir) outlook\b/i,
  /^enviado (?:desde|do|de)\b/i,
  /^(?:inviato|spedito) (?:da|dal|con)\b/i,
  /^(?:verzonden|verstuurd) (?:vanaf|met|via)\b/i,
  /^(?:skickat|sendt) (?:från|fra)\b/i,
  /^wysłane z\b/i,
  /^yahoo mail\b/i,
];

/** Whether a program wrote this line, such as 'Sent from my iPhone'. Sentences with commas are somebody's words. */
const isNote = (line: string): boolean => {
  const plain = line
    .trim()
    .replaceAll(/[<(]?https?:\/\/[^\s)>]{1,300}[)>]?/g, '')
    .replaceAll(/^[-–—_*[(<]{1,3}\s?|[-–—_*\])>]{1,3}$/g, '');
  return (
    plain.length <= 100 &&
    !/[,!?]/.test(plain) &&
    devices.test(plain) &&
    notes.some((note) => note.test(plain))
  );
};

/** Removes the lines at the end that a program wrote, and the addresses of its advertising. */
const withoutNotes = (lines: readonly string[]): readonly string[] => {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const isAddress = /^<?https?:\/\/\S+>?$/.test((lines[end - 1] ?? '').trim());
  if (isNote(lines[end - 1] ?? '')) return withoutNotes(lines.slice(0, end - 1));
  return isAddress && isNote(lines[end - 2] ?? '')
    ? withoutNotes(lines.slice(0, end - 2))
    : lines.slice(0, end);
};

/** Without its space the sign is often lost on the way, or somebody draws a line: then only a short rest is a signature. */
const isShort = (rest: readonly string[]): boolean =>
  rest.length <= 8 && rest.every((line) => line.length <= 80) && rest.some((line) => line.trim() !== '');

/** A line of a signature rather than of the sender's words: an address, a number, or a program. */
const isContact = (line: string): boolean => /@|https?:|www\.|\d[\d\s()/.-]{4,}\d/.test(line) || isNote(line);

/** What stands below the first paragraph of a signature, but for paragraphs that name addresses, numbers and programs. */
const belowSignature = (lines: readonly string[]): string[] => {
  const start = lines.findIndex((line) => line.trim() !== '');
  const end = lines.findIndex((line, at) => at > start && line.trim() === '');
  if (start < 0 || end < 0) return [];
  const paragraphs = lines
    .slice(end)
    .join('\n')
    .split(/\n[ \t]*\n+/);
  return paragraphs
    .filter((paragraph) => !paragraph.split('\n').some(isContact))
    .flatMap((words) => ['', words]);
};

/**
 * Removes the signature: the paragraph that follows `-- `, and what mobile mail programs add. Words that the sender wrote
 * below it stay.
 */
export const withoutSignature = (text: string): string => {
  const lines = text.split('\n');
  const start = lines.findIndex(
    (line, at) => line === '-- ' || (/^--\s*$/.test(line) && isShort(lines.slice(at + 1))),
  );
  if (start < 0) return withoutNotes(lines).join('\n');
  const above = withoutNotes(lines.slice(0, start));
  return withoutNotes([...above, ...belowSignature(lines.slice(start + 1))]).join('\n');
};
