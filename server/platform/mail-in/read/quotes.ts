import { withoutCircleMails } from './circle-mail.ts';
import { quoteLine } from './circle-marks.ts';
import { day, gluedRuler, hasAddress, hasStamp } from './stamp.ts';

/** How mail programs name the fields of the mail that they quote, in the languages that members write. */
const fieldNames = {
  from: 'from|von|de|da|van|från|fra|od|od kogo|expéditeur|remetente|mittente|nadawca|afzender',
  date: 'sent|date|gesendet|datum|envoyé|envoyé le|date d.envoi|message du|enviado|enviado el|enviado em|enviada em|enviados?|fecha|data|inviato|inviato il|verzonden|skickat|dato|sendt|wysłane|wysłano|wyslane|wyslano',
  to: 'to|an|à|a|per|pour|para|aan|till|til|do|destinataire|destinatario|destinatário',
  subject: 'subject|betreff|objet|sujet|asunto|oggetto|ogg|onderwerp|ämne|emne|assunto|temat',
  other:
    'cc|cci|ccn|cco|bcc|dw|udw|kopie|copie à|com cópia|kopia|reply-to|antwort an|répondre à|responder a|rispondi a|antwoord aan|importance|importancia|priorità|prioridade|wichtigkeit|pièces? jointes?|datos adjuntos|allegat[oi]|anexos?|bijlagen?',
} as const;
const fields = Object.entries(fieldNames).map(([name, words]): [string, RegExp] => [
  name,
  new RegExp(`^[*_ \\t]{0,4}(?:${words})[*_\\s]{0,4}:`, 'iu'),
]);

const fieldOf = (line: string): string | undefined => fields.find(([, pattern]) => pattern.test(line))?.[0];

/** A field of the quoted mail, in any language. */
const anyField = /^[*_ \t]{0,4}\p{L}[\p{L}\p{M} .'’-]{0,30}[*_\s]{0,4}[:：]/u;

/** Where the fields of a mail end that begin here, with blank lines between them. */
const endOfFields = (lines: readonly string[], at: number): number => {
  let end = at;
  for (let next = at; next < Math.min(at + 16, lines.length); next += 1) {
    const line = lines[next] ?? '';
    if (anyField.test(line)) end = next + 1;
    else if (line.trim() !== '') break;
  }
  return end;
};
const fieldsFrom = (lines: readonly string[], at: number): string[] =>
  lines.slice(at, endOfFields(lines, at)).filter((line) => line.trim() !== '');

/** Whether the quoted mail begins here with its fields: the sender, and two more of them in the next lines. */
const isHeaderBlock = (lines: readonly string[], at: number): boolean => {
  if (!fieldOf(lines[at] ?? '')) return false;
  const block = fieldsFrom(lines, at);
  const found = new Set(block.flatMap((line) => fieldOf(line) ?? []));
  // Somebody may begin lines with 'From:' and 'To:', but hardly with an address or a time.
  return (
    found.has('from') &&
    found.size >= 3 &&
    block.some((line) => line.includes('@') || (fieldOf(line) === 'date' && /\d\d/.test(line)))
  );
};

const ruler =
  /^[-_ ]{2,40}(?:original message|original-nachricht|originalnachricht|ursprüngliche nachricht|ursprüngliche mail|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|ursprungligt meddelande|reply message|mail original|courriel original|courrier original|message initial|mensagem original|wiadomość oryginalna|oryginalna wiadomość)[-_ ]{2,40}$/i;

/** The first and last words with which mail programs introduce a quoted mail. */
const introductions: readonly RegExp[] = [
  /^on\b.*\bwrote:$/i,
  /^(?:am|den)\b.*\b(?:schrieb|geschrieben)\b.*:$/i,
  /^le\b.*\ba écrit\s?:$/i,
  /^(?:el|en)\b.*\bescribi[óo]\s?:$/i,
  /^(?:il|in data)\b.*\bha scritto\s?:$/i,
  /^(?:em|no dia)\b.*\bescreveu\s?:$/i,
  /^op\b.*\b(?:schreef\b.*|heeft\b.*\bgeschreven\s?):$/i,
  /^(?:w dniu|dnia)\b.*\s(?:napisał(?:a|\(a\))?|pisze)\s?:$/iu,
  /^wiadomość napisana przez\b.*\bw dniu\b.*:$/iu,
  /^(?:den|på|on)\b.*\bskrev\b.*:$/i,
];
/** The last words of introductions that begin with a name or in another language. */
const endings: readonly RegExp[] = [
  /\bschrieb am\b.*:$/i,
  /\b(?:a écrit le|schreef op)\b.*:$/i,
  /\s(?:schrieb|wrote|a écrit|ha scritto|ha escrito|escribi[óo]|escreveu|schreef|geschreven|skrev|pisze|napisał(?:a|\(a\))?)\s?:$/iu,
];

/** Endings with a time, with which somebody may also introduce words: an unmarked mail follows only if they name its address. */
const timedEndings: readonly RegExp[] = [
  /\bescreveu \(.*\)\s?:$/i,
  /\snapisał(?:a|\(a\))? (?:w dniu|dnia)\b.*:$/iu,
];

/** Also before the signs that end a text from right to left. */
const endsWithColon = (line: string): boolean =>
  /[:：][\s\u200e\u200f\u202a-\u202e\u2066-\u2069]{0,8}$/.test(line);

const maxIntroduction = 400;

/** Quoted by signs: `> text`, but no `>:(`. */
const isMarked = (line: string): boolean => /^[ \t]{0,3}>(?![:;._=]|\w?<)/.test(line);

const nextWords = (lines: readonly string[], from: number): string =>
  lines.slice(from, from + 5).find((line) => line.trim() !== '') ?? '';

/** A line of dashes with words between them, in any language. */
const anyRuler = /^[-_ ]{4,40}[^-_\n]{2,60}[-_ ]{4,40}$/u;

/** Whether fields of the quoted mail begin here, in any language: three lines, of which one says who wrote it, or when. */
const areFields = (lines: readonly string[], at: number): boolean => {
  if (!anyField.test(lines[at] ?? '')) return false;
  const block = fieldsFrom(lines, at);
  return block.length >= 3 && block.some(hasStamp);
};

/** Whether a line with dashes begins the quoted mail. */
const isRuler = (lines: readonly string[], at: number): boolean => {
  const line = (lines[at] ?? '').trim();
  if (gluedRuler.exec(line)?.index === 0 && hasStamp(line)) return true;
  const isKnown = ruler.test(line);
  if ((!isKnown && !anyRuler.test(line)) || nextWords(lines, at + 1) === '') return false;
  return isKnown || areFields(lines, at + 1) || areFields(lines, at + 2);
};

/** How many of the last lines are fields of the quoted mail below them, blank lines between them included. */
const fieldsAbove = (kept: readonly string[]): number => {
  let [count, fieldCount, best] = [0, 0, 0];
  for (const line of kept.slice(-16).toReversed()) {
    if (line.trim() !== '' && !anyField.test(line)) break;
    count += 1;
    if (line.trim() === '') continue;
    fieldCount += 1;
    // The first field names the sender or the time.
    if (fieldCount >= 2 && hasStamp(line)) best = count;
  }
  return best;
};

/** How many of the last lines introduce the quoted mail below them, in any language. */
const introductionAbove = (kept: readonly string[], isSure: boolean): number => {
  const last = (kept.at(-1) ?? '').trim();
  const isWhole = endsWithColon(last) || /-{4}$/.test(last);
  if (!isWhole && (!isSure || /[.!?…]$/.test(last) || !hasStamp(last))) return 0;
  for (let count = 1; count <= 4 && count <= kept.length; count += 1) {
    const block = kept.slice(-count).join(' ');
    if (kept.at(-count)?.trim() === '' || block.length > maxIntroduction) return 0;
    if (!hasStamp(block)) continue;
    // A program broke the line before the address.
    const above = kept.at(-count - 1) ?? '';
    return count + (/[<(]\s*$/.test(above) && day.test(above) ? 1 : 0);
  }
  return 0;
};

/** Removes the blank lines at the end, and those that Outlook draws above the quoted mail. */
const dropLines = (kept: string[]): void => {
  while (/^[\s_-]*$/.test(kept.at(-1) ?? 'x')) kept.pop();
};

/** How programs announce a mail that they forward. */
const forward =
  /forward|weitergeleitet|transf[eé]r|transmis|r[eé]exp[eé]di|reenviad|inoltrat|doorgestuurd|vidarebeford|vider(?:e)?send|välitetty|przekaz(?:yw)?an|przesłan|p[rř]eposlan|továbbított|iletilen|encaminhad|redirec[tț]ionat|proslijeđen|προωθ|пересл|转发|轉寄|転送|전달/iu;
const isForward = (line: string): boolean =>
  line.length <= 80 && forward.test(line) && (endsWithColon(line) || /[-_]{3,}\s*$/.test(line));

/** Removes the line at the end that announces a forwarded mail. */
const dropForward = (kept: string[]): void => {
  dropLines(kept);
  if (isForward(kept.at(-1) ?? '')) kept.pop();
};

/** Removes what a program wrote above a quoted mail. @param isSure Circle wrote that mail */
const dropIntroduction = (kept: string[], isSure: boolean): void => {
  dropLines(kept);
  kept.splice(kept.length - (fieldsAbove(kept) || introductionAbove(kept, isSure)));
  dropLines(kept);
  if (anyRuler.test(kept.at(-1)?.trim() ?? '')) kept.pop();
  dropForward(kept);
};

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
    const mayBegin = count === 1 || /[<@]/.test(first);
    const isTimed = mayBegin && matches(timedEndings, from(0));
    const isOne = isTimed || matches(introductions, from(0)) || (mayBegin && matches(endings, from(0)));
    // The sender's last words stand right above the introduction.
    const isBelow = block.some((_, start) => start > 0 && matches(introductions, from(start)));
    if (isOne && !isBelow) return isAboveQuote || (isTimed ? hasAddress : hasStamp)(from(0)) ? count : 0;
  }
  return 0;
};

/**
 * The sender's words: what stands above, below and between the lines of the mail that was answered. Words that may be the
 * sender's stay.
 */
export const partsWithoutQuotes = (text: string, subject: string): string[] => {
  const lines = withoutCircleMails(text.split('\n'), subject);
  const parts: string[][] = [[]];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const kept = parts.at(-1) ?? [];
    const introduction = introductionAt(lines, at);
    if (isMarked(line)) {
      if (kept.every((above) => above.trim() === '')) {
        kept.length = 0;
        continue;
      }
      const space = kept.at(-1)?.trim() === '' ? [''] : [];
      dropIntroduction(kept, line === quoteLine);
      parts.push(space);
    } else if (introduction > 0 && isMarked(nextWords(lines, at + introduction))) {
      at += introduction - 1;
    } else if (introduction > 0 || isRuler(lines, at) || isHeaderBlock(lines, at)) {
      // A quoted mail that is not marked by signs goes on to the end, but where a mail of Circle ends.
      const end = lines.indexOf(quoteLine, at);
      if (end < 0) break;
      at = end - 1;
    } else kept.push(line);
  }
  dropForward(parts.at(-1) ?? []);
  return parts.map((kept) => kept.join('\n'));
};

/** The words of a mail that the sender forwards, and the sender's own, without what programs wrote above it. */
export const withForwarded = (text: string, subject: string): string => {
  const lines = withoutCircleMails(text.split('\n'), subject)
    .filter((line) => line !== quoteLine)
    .map((line) => line.replace(/^(?:[ \t]{0,3}>)+[ \t]?/, ''));
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isRuler(lines, at) || isForward(line)) continue;
    if (areFields(lines, at)) {
      dropForward(kept);
      at = endOfFields(lines, at) - 1;
    } else kept.push(line);
  }
  return kept.join('\n');
};
