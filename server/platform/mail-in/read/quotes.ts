/** How mail programs name the fields of the mail that they quote, in the languages that members write. */
const fieldNames = {
  from: 'from|von|de|da|van|från|fra|od|od kogo',
  date: 'sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|fecha|data|inviato|verzonden|skickat|dato|sendt|wysłane',
  to: 'to|an|à|pour|para|a|aan|till|til|do',
  subject: 'subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|assunto|temat',
  other: 'cc|kopie|reply-to|antwort an|répondre à|responder a|antwoord aan|importance|wichtigkeit',
} as const;
const fields = Object.entries(fieldNames).map(([name, words]): [string, RegExp] => [
  name,
  new RegExp(`^[*_ \\t]{0,4}(?:${words})[*_ \\t\\u00a0]{0,4}:`, 'iu'),
]);

const fieldOf = (line: string): string | undefined => fields.find(([, pattern]) => pattern.test(line))?.[0];

/** Whether the quoted mail begins here with its fields: the sender, and two more of them in the next lines. */
const isHeaderBlock = (lines: readonly string[], at: number): boolean => {
  if (!fieldOf(lines[at] ?? '')) return false;
  const block = lines.slice(at, at + 8).filter((line) => fieldOf(line) !== undefined);
  const found = new Set(block.map(fieldOf));
  // Somebody may begin lines with 'From:' and 'To:', but hardly with an address or a time.
  return (
    found.has('from') &&
    found.size >= 3 &&
    block.some((line) => line.includes('@') || (fieldOf(line) === 'date' && /\d\d/.test(line)))
  );
};

const ruler =
  /^[-_ ]{2,40}(?:original message|original-nachricht|originalnachricht|ursprüngliche nachricht|ursprüngliche mail|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|ursprungligt meddelande|reply message)[-_ ]{2,40}$/i;

/** The first and last words with which mail programs introduce a quoted mail. */
const introductions: readonly RegExp[] = [
  /^on\b.*\bwrote:$/i,
  /^(?:am|den)\b.*\b(?:schrieb|geschrieben)\b.*:$/i,
  /^le\b.*\ba écrit[ \u00a0]?:$/i,
  /^op\b.*\bschreef\b.*:$/i,
  /^(?:den|på|on)\b.*\bskrev\b.*:$/i,
];
/** The last words of introductions that begin with a name or in another language. */
const endings: readonly RegExp[] = [
  /\bschrieb am\b.*:$/i,
  /\b(?:schrieb|wrote|a écrit|ha scritto|escribió|escreveu|schreef|skrev|pisze|napisał|napisała)[ \u00a0]?:$/i,
];

/** Also before the signs that end a text from right to left. */
const endsWithColon = (line: string): boolean =>
  /[:：][\s\u200e\u200f\u202a-\u202e\u2066-\u2069]{0,8}$/.test(line);

const address = /@[\w.-]+\.\w/;
const day = /\b(?:19|20)\d\d\b|\b\d{1,2}\.\d{1,2}\./;
const time = /\b\d{1,2}[:.]\d\d\b/;
/** Whether a program wrote this introduction, so that an unmarked text below it is the quoted mail. */
const isStamped = (introduction: string): boolean =>
  address.test(introduction) || (day.test(introduction) && time.test(introduction));

const maxIntroduction = 400;

/** Quoted by signs: `> text`, but no `>:(`. */
const isMarked = (line: string): boolean => /^[ \t]{0,3}>(?![:;._=]|\w?<)/.test(line);

const nextWords = (lines: readonly string[], from: number): string =>
  lines.slice(from, from + 5).find((line) => line.trim() !== '') ?? '';

const matches = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** How many lines from here introduce a quoted mail, which longer introductions do in several; 0 for none. */
const introductionAt = (lines: readonly string[], at: number): number => {
  const first = lines[at] ?? '';
  for (let count = 1; count <= 4 && at + count <= lines.length; count += 1) {
    const block = lines.slice(at, at + count).map((line) => line.trim());
    const last = block.at(-1) ?? '';
    if (last === '' || last.startsWith('>') || block.join(' ').length > maxIntroduction) return 0;
    const isAboveQuote = isMarked(nextWords(lines, at + count));
    // Some programs leave out the colon.
    const end = endsWithColon(last) ? '' : ':';
    if (end !== '' && !isAboveQuote) continue;
    const from = (start: number) => `${block.slice(start).join(' ')}${end}`;
    const isOne =
      matches(introductions, from(0)) || ((count === 1 || /[<@]/.test(first)) && matches(endings, from(0)));
    // The sender's last words stand right above the introduction.
    const isBelow = block.some((_, start) => start > 0 && matches(introductions, from(start)));
    if (isOne && !isBelow) return isAboveQuote || isStamped(from(0)) ? count : 0;
  }
  return 0;
};

/**
 * Removes the mail that was answered, wherever the answer stands: above it, below it, or between its lines. Words that
 * may be the sender's stay.
 */
export const withoutQuotes = (text: string): string => {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isMarked(line)) continue;
    const introduction = introductionAt(lines, at);
    if (introduction > 0) {
      at += introduction - 1;
      // A quoted mail that is not marked by signs goes on to the end.
      if (!isMarked(nextWords(lines, at + 1))) break;
    } else if ((ruler.test(line.trim()) && nextWords(lines, at + 1) !== '') || isHeaderBlock(lines, at)) {
      break;
    } else if (
      endsWithColon(line) &&
      (address.test(line) || day.test(line)) &&
      isMarked(nextWords(lines, at + 1))
    ) {
      // An introduction in another language.
      continue;
    } else kept.push(line);
  }
  // Outlook draws a line above the quoted mail.
  while (/^[\s_-]*$/.test(kept.at(-1) ?? 'x')) kept.pop();
  return kept.join('\n');
};
