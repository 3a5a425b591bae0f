/** Programs and devices that name themselves below a mail. */
const devices =
  /\b(?:iphone|ipad|ipod|mac|android\w*|samsung|galaxy|huawei|xiaomi|pixel|nokia|blackberry|windows|outlook|yahoo|gmx|web\.de|aol|gmail|t-online|telekom|freenet|orange|proton\s?mail|thunderbird|k-9|fairemail|mail\.\w+|e-?mail[- ]app|mail[- ]app|smartphone|handy|tablet|mobile|mobil\w*|mobiel|webmail|uol|tablette|tableta|dispositivo|telefoon|toestel|telefonu|smartfonu|urządzenia|redmi|motorola|oppo|honor|realme|libero|virgilio|laposte|sfr|bouygues|poczta|phone|spark|ios)(?!\p{L})/iu;

/** Everyday words, which also stand in a sender's own sentence: 'Envoyé via la poste'. */
const everyday =
  /(?<!\p{L})(?:la poste|téléphone|portable|móvil|celular|teléfono|cellulare|telefono|telefone)(?!\p{L})/iu;
/** Beside them, a program names its application, or the device as its owner's. */
const besideEveryday =
  /(?<!\p{L})(?:mail|e-mail|app|application|aplicativo|aplicación|applicazione|messagerie|mon|mi|meu|mio)(?!\p{L})/iu;
const namesProgram = (words: string): boolean =>
  devices.test(words) || (everyday.test(words) && besideEveryday.test(words));

const notes: readonly RegExp[] = [
  /^(?:sent|written) (?:from|with|via|using)\b/i,
  /^(?:get|télécharge[rz]|obtenez|holen sie sich|scarica|descarga|obtén) [\w ]+ (?:for|pour|für|per|para)\b/i,
  /^get outlook\b/i,
  /^(?:von|aus|mit) .* gesendet\b/i,
  /^(?:diese (?:nachricht|mail|e-mail) wurde|gesendet|verschickt|geschrieben) (?:von|mit|über|aus)\b/i,
  /^(?:holen sie sich |beziehen sie )?outlook für\b/i,
  /^envoyé (?:de|depuis|à partir|avec|via)\b/i,
  /^(?:télécharge[rz]|obtenez|obtenir) outlook\b/i,
  /^enviad[oa] (?:desde|con|mediante|a través|do|de|da|com|via|pelo|pela|a partir)\b/i,
  /^(?:obt[eé]n(?:er|ga)?|descargar?|consigue|baixe|baixar|obter|obtenha) (?:o )?outlook\b/i,
  /^(?:inviato|spedito) (?:da|dal|dall|dalla|con)\b/i,
  /^(?:scarica|ottieni) outlook\b/i,
  /^(?:verzonden|verstuurd) (?:vanaf|vanuit|van|uit|door|met|via)\b/i,
  /^(?:skickat|sendt) (?:från|fra)\b/i,
  /^wysłan[eo] (?:z|ze|przez)\s/iu,
  /^pobierz (?:aplikację|program) outlook\b/iu,
  /^(?:(?:download|haal) outlook voor\b|outlook voor\b.*\bdownloaden$)/i,
  /^provenance\s?:/i,
  /^yahoo mail\b/i,
];

/** The first word of such a note in other languages, or the last one. */
const sentFirst =
  /^(?:sendt|skickat|odesláno|odoslané|poslano|poslané|wysłan[eo]|отправлено|надіслано|изпратено|lähetetty|elküldve|küldve|trimis|išsiųsta|nosūtīts|saadetud|dikirim|enviat|εστάλη|στάλθηκε|απεστάλη|נשלח|أُرسلت|أرسلت|مرسل|发自|發自|從|从|ส่งจาก|đã gửi)/iu;
const sentLast = /(?:送信|发送|發送|傳送|寄出|보냄|gönderildi|elküldve|küldve)[.。]?$/iu;
/** A product in one of the last words of a note, with the endings of its language. */
const product =
  /(?:iphon|ipad|android|samsung|galaxy|huawei|xiaomi|outlook|gmail|yahoo|gmx|blue\s?mail|proton|thunderbird|mail\.\w+)/iu;

/** A scanner's result, and its sentence. */
const scannerResult =
  /^(?:virus[- ]?free|virenfrei|garanti sans virus|sans virus|libre de virus|senza virus|privo di virus|virus[- ]?vrij|virusfri|bez virů|bez wirusów|woln[ye] od wirusów|nie zawiera wirusów|mail priva di virus|livre de vírus|sem vírus|без вирусов|вирусов нет)[.:\s]{0,3}(?:<?(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\S{0,200})?$/iu;
const scannerSentence =
  /^(?:this|diese|cet|este|esta|questa|deze|ta|tento|это)\b.{0,40}(?:mail|message|nachricht|correo|mensaje|courri?el|bericht|wiadomość|письмо).{0,80}(?:checked|scanned|geprüft|überprüft|gescannt|vérifi|analys|verificad|comprobad|controllat|gecontroleerd|sprawdzon|zkontrolov|проверен)/iu;
/** The place in a mail to which a scanner's logo refers. */
const scannerAnchor = /^<#[\w-]{8,60}>$/;

const isScanner = (line: string): boolean =>
  scannerResult.test(line) ||
  scannerAnchor.test(line) ||
  (scannerSentence.test(line) && /vir(?:us|en|ů)|malware|вирус/iu.test(line));

/** A note in another language: short, with the word for 'sent' at one end. */
const isForeignNote = (line: string): boolean =>
  line.length <= 60 && product.test(line) && (sentFirst.test(line) || sentLast.test(line));

/** Whether a program wrote this line, such as 'Sent from my iPhone'. Sentences with commas are somebody's words. */
const isNote = (line: string): boolean => {
  const plain = line.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
  if (isScanner(plain)) return true;
  const words = plain
    .replaceAll(/[<(]?https?:\/\/[^\s)>]{1,300}[)>]?/g, '')
    .replaceAll(/^[-–—_*[(<]{1,3}\s?|[-–—_*\])>]{1,3}$/g, '')
    .trim();
  return (
    words.length <= 100 &&
    !/[,!?。！？、，]/.test(words) &&
    (isForeignNote(words) || (namesProgram(words) && notes.some((note) => note.test(words))))
  );
};

const isAddress = (line = ''): boolean => /^<?(?:https?:\/\/|www\.)\S+>?$/.test(line.trim());
const isMarkedAddress = (line = ''): boolean => /^<https?:\/\/\S+>$/.test(line.trim());
const isBlank = (line = ''): boolean =>
  line.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').trim() === '';

/** Removes the lines at the end that a program wrote, and the addresses of its advertising. */
const withoutNotes = (lines: readonly string[]): readonly string[] => {
  let end = lines.length;
  for (;;) {
    while (end > 0 && isBlank(lines[end - 1])) end -= 1;
    if (end > 0 && isNote(lines[end - 1] ?? '')) end -= isMarkedAddress(lines[end - 2]) ? 2 : 1;
    else if (isAddress(lines[end - 1]) && isNote(lines[end - 2] ?? '')) end -= 2;
    else return lines.slice(0, end);
  }
};

/** Without its space the sign is often lost on the way, or somebody draws a line: then only a short rest is a signature. */
const isShort = (rest: readonly string[]): boolean =>
  rest.length <= 8 && rest.every((line) => line.length <= 80) && rest.some((line) => line.trim() !== '');

/** A line of a signature rather than of the sender's words: an address, a number, or a program. */
const isContact = (line: string): boolean => /@|https?:|www\.|\d[\d\s()/.-]{4,}\d/.test(line) || isNote(line);

/** The paragraphs below a signature's first one, except for those that name addresses, numbers or programs. */
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
