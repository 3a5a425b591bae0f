// Answers to a mail of Circle as mail programs write them, in the languages of these programs.

/** A mail of Circle that is answered. */
export interface Quoted {
  subject: string;
  text: string;
  html: string;
}

/** The content of an answer: plain text, HTML, or both. */
export interface Answer {
  name: string;
  text?: string;
  html?: string;
}

const from = 'Circle <circle@example.org>';

/** The names of the fields From, Sent, To and Subject in Outlook. */
const outlookFields: Readonly<Record<string, readonly [string, string, string, string]>> = {
  English: ['From', 'Sent', 'To', 'Subject'],
  German: ['Von', 'Gesendet', 'An', 'Betreff'],
  French: ['De', 'Envoyé', 'À', 'Objet'],
  Spanish: ['De', 'Enviado', 'Para', 'Asunto'],
  Italian: ['Da', 'Inviato', 'A', 'Oggetto'],
  Dutch: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  Portuguese: ['De', 'Enviado', 'Para', 'Assunto'],
  Swedish: ['Från', 'Skickat', 'Till', 'Ämne'],
  Danish: ['Fra', 'Sendt', 'Til', 'Emne'],
  Norwegian: ['Fra', 'Sendt', 'Til', 'Emne'],
  Finnish: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  Polish: ['Od', 'Wysłane', 'Do', 'Temat'],
  Czech: ['Od', 'Odesláno', 'Komu', 'Předmět'],
  Slovak: ['Od', 'Odoslané', 'Komu', 'Predmet'],
  Hungarian: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  Romanian: ['De la', 'Trimis', 'Către', 'Subiect'],
  Croatian: ['Šalje', 'Poslano', 'Prima', 'Predmet'],
  Turkish: ['Gönderen', 'Gönderildi', 'Kime', 'Konu'],
  Greek: ['Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
  Russian: ['От', 'Отправлено', 'Кому', 'Тема'],
  Ukrainian: ['Від', 'Надіслано', 'Кому', 'Тема'],
  Hebrew: ['מאת', 'נשלח', 'אל', 'נושא'],
  Arabic: ['من', 'تم الإرسال', 'إلى', 'الموضوع'],
  Japanese: ['差出人', '送信日時', '宛先', '件名'],
  Chinese: ['发件人', '发送时间', '收件人', '主题'],
  Korean: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
};

/** Introductions of Gmail, Apple Mail and Thunderbird, some of them broken into lines as these programs do it. */
const introductions: Readonly<Record<string, string>> = {
  'Gmail, English': `On Wed, Nov 25, 2026 at 6:00 PM ${from} wrote:`,
  'Gmail, English, broken': 'On Wed, Nov 25, 2026 at 6:00 PM Circle <\ncircle@example.org> wrote:',
  'Gmail, German': `Am Mi., 25. Nov. 2026 um 18:00 Uhr schrieb ${from}:`,
  'Gmail, Turkish, broken': `${from}, 25 Kas 2026 Çar, 18:00\ntarihinde şunu yazdı:`,
  'Gmail, Polish': `śr., 25 lis 2026 o 18:00 ${from} napisał(a):`,
  'Gmail, Czech': `st 25. 11. 2026 v 18:00 odesílatel ${from} napsal:`,
  'Gmail, Hungarian': `${from} ezt írta (időpont: 2026. nov. 25., Sze, 18:00):`,
  'Gmail, Finnish': 'ke 25. marrask. 2026 klo 18.00 Circle (circle@example.org) kirjoitti:',
  'Gmail, Russian': `ср, 25 нояб. 2026 г. в 18:00, ${from}:`,
  'Gmail, Greek, broken': `Στις Τετ 25 Νοε 2026 στις 6:00 μ.μ., ο χρήστης Circle <\ncircle@example.org> έγραψε:`,
  'Gmail, Japanese': `2026年11月25日(水) 18:00 ${from}:`,
  'Gmail, Korean': `2026년 11월 25일 (수) 오후 6:00, ${from}님이 작성:`,
  'Gmail, Chinese': `${from} 于2026年11月25日周三 18:00写道：`,
  'Gmail, Romanian': `Pe mie., 25 nov. 2026 la 18:00, ${from} a scris:`,
  'Thunderbird, Czech': 'Dne 25. 11. 26 v 18:00 Circle napsal(a):',
  'Thunderbird, Finnish': 'Circle kirjoitti 25.11.2026 klo 18.00:',
  'Thunderbird, Italian': 'Il 25/11/2026 18:00, Circle ha scritto:',
  'Apple Mail, Danish': `Den 25. nov. 2026 kl. 18.00 skrev ${from}:`,
  'Apple Mail, Portuguese': `No dia 25/11/2026, às 18:00, ${from} escreveu:`,
  'Zoho, English': `---- On Wed, 25 Nov 2026 18:00:00 +0100 ${from} wrote ----`,
  'Proton Mail': `On Wednesday, November 25th, 2026 at 18:00, ${from} wrote:`,
  BlueMail: `On Nov 25, 2026, at 18:00, ${from} wrote:`,
  'Tuta, German': '25. Nov. 2026, 18:00 von circle@example.org:',
  'IONOS, German': `${from} hat am 25.11.2026 18:00 CET geschrieben:`,
  'Freenet, German': 'Am 25.11.26 um 18:00 schrieb Circle',
};

/** Lines between dashes above the fields of the quoted mail. */
const rulers: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  'Samsung, English': ['-------- Original message --------', ['From', 'Date', 'To', 'Subject']],
  'Samsung, Danish': ['-------- Oprindelig meddelelse --------', ['Fra', 'Dato', 'Til', 'Emne']],
  'Samsung, Polish': ['-------- Oryginalna wiadomość --------', ['Od', 'Data', 'Do', 'Temat']],
  'Samsung, Russian': ['-------- Исходное сообщение --------', ['От', 'Дата', 'Кому', 'Тема']],
  'Zimbra, French': ['----- Mail original -----', ['De', 'Envoyé', 'À', 'Objet']],
  'Zimbra, German': ['----- Ursprüngliche Mail -----', ['Von', 'Gesendet', 'An', 'Betreff']],
  'QQ, Chinese': ['------------------ 原始邮件 ------------------', ['发件人', '发送时间', '收件人', '主题']],
  'GMX, German': ['-----Ursprüngliche Nachricht-----', ['Von', 'Gesendet', 'An', 'Betreff']],
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const asHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<div>${escape(line) || '<br>'}</div>`)
    .join('');
const marked = (text: string): string => text.replaceAll(/^/gm, '> ');

/** The text that Outlook makes of HTML, with addresses behind the words of links. */
const outlookText = (html: string): string =>
  html
    .replaceAll(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<head[\s\S]*?<\/head>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, '$2<$1> ')
    .replaceAll(/<\/(?:p|h1|h2|div|tr)>/g, '\n')
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<[a-z/][^<>@]*>/g, '')
    .replaceAll(/&quot;|&#39;/g, "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');

/** The HTML as Outlook for Windows quotes it: without classes, with its class for paragraphs. */
const outlookHtml = (html: string): string =>
  html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/ class="[^"]*"/g, '')
    .replaceAll(/<p /g, '<p class="MsoNormal" ');

const bodyOf = (html: string): string => /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? html;

/** All shapes of an answer to this mail, in turn with each of these words. */
export const answersTo = (quoted: Quoted, words: readonly string[]): Answer[] =>
  words
    .map((own) => shapesOf(quoted, own))
    .reduce((first, shapes, at) =>
      first.map((shape, which) => (which % words.length === at && shapes[which]) || shape),
    );

const shapesOf = (quoted: Quoted, own: string): Answer[] => {
  const { subject, text } = quoted;
  const html = bodyOf(quoted.html);
  const outlook = Object.entries(outlookFields).flatMap(([language, [sender, sent, to, about]]): Answer[] => {
    const values = [from, 'Wednesday, 25 November 2026 18:00', 'Rosa Lind <rosa@example.net>', subject];
    const fields = [sender, sent, to, about].map((name, at) => `${name}: ${values[at]}`).join('\n');
    const bold = [sender, sent, to, about].map((name, at) => `<b>${name}:</b> ${escape(values[at] ?? '')}`);
    return [
      { name: `Outlook, ${language}`, text: `${own}\n\n${fields}\n\n${outlookText(html)}` },
      { name: `Outlook with the plain letter, ${language}`, text: `${own}\n\n${fields}\n\n${text}` },
      {
        name: `Outlook, ${language}, HTML`,
        html: `<html><body><div class="WordSection1">${asHtml(own)}<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${bold.join('<br>')}</p></div></div>${outlookHtml(html)}</div></body></html>`,
      },
      {
        name: `Outlook on the web, ${language}`,
        html: `<html><body><div class="elementToProof">${asHtml(own)}</div><div class="elementToProof" id="Signature"><p>Rosa Lind</p></div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">${bold.join('<br>')}</div>${html}</body></html>`,
      },
    ];
  });
  const introduced = Object.entries(introductions).flatMap(([name, introduction]): Answer[] => [
    { name: `${name}, marked`, text: `${own}\n\n${introduction}\n\n${marked(text)}` },
    { name: `${name}, all marked`, text: `${own}\n\n${marked(`${introduction}\n\n${text}`)}` },
    { name: `${name}, unmarked`, text: `${own}\n\n${introduction}\n\n${text}` },
    { name: `${name}, the answer below`, text: `${introduction}\n${marked(text)}\n\n${own}` },
    {
      name: `${name}, HTML`,
      html: `<div>${asHtml(own)}</div><br><div>${escape(introduction)}<br></div><blockquote style="margin:0 0 0 .8ex">${html}</blockquote>`,
    },
    {
      name: `${name}, both`,
      text: `${own}\n\n${introduction}\n\n${text}`,
      html: `<div dir="ltr">${asHtml(own)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escape(introduction)}<br></div><blockquote class="gmail_quote">${html}</blockquote></div>`,
    },
  ]);
  const ruled = Object.entries(rulers).flatMap(([name, [ruler, names]]): Answer[] => {
    const values = [from, '25.11.26 18:00 (GMT+01:00)', 'rosa@example.net', subject];
    const fields = names.map((field, at) => `${field}: ${values[at]}`);
    return [
      { name: `${name}, lines`, text: `${own}\n\n${ruler}\n${fields.join('\n')}\n\n${text}` },
      {
        name: `${name}, one line`,
        text: `${own}\n\n${ruler}${fields.join(' ')} ${text.replaceAll(/\s+/g, ' ')}`,
      },
      {
        name: `${name}, HTML`,
        html: `<html><body dir="auto"><div dir="auto">${asHtml(own)}</div><div dir="auto"><br></div><div align="left" dir="auto"><div>${ruler}</div>${asHtml(fields.join('\n'))}</div>${html}</body></html>`,
      },
    ];
  });
  const others: Answer[] = [
    {
      name: 'Yahoo on Android, German, the quote in the line of its introduction',
      text: `${own}\n\n  Am Mi., Nov. 25, 2026 um 18:00 schrieb Circle<circle@example.org>:   ${text}`,
    },
    {
      name: 'Yahoo, HTML',
      html: `<div>${asHtml(own)}</div><div id="ydp1yahoo_quoted_1" class="ydp1yahoo_quoted"><div>On Wednesday, Circle wrote:</div>${html}</div>`,
    },
    {
      name: 'Tuta, HTML',
      html: `<div>${asHtml(own)}</div><div><br></div><div>25. Nov. 2026, 18:00 von circle@example.org:<br></div><blockquote class="tutanota_quote">${html}</blockquote>`,
    },
    {
      name: 'Apple Mail, HTML',
      html: `<html><body>${asHtml(own)}<div><br><blockquote type="cite"><div>On 25 Nov 2026, at 18:00, Circle &lt;circle@example.org&gt; wrote:</div><br>${html}</blockquote></div></body></html>`,
    },
    {
      name: 'GMX, HTML',
      html: `<html><body><div>${asHtml(own)}<div>&nbsp;<div name="quote"><div><b>Gesendet:</b> Mittwoch<br><b>Von:</b> Circle<br></div>${html}</div></div></div></body></html>`,
    },
    { name: 'without an introduction', text: `${own}\n\n${text}` },
    { name: 'without an introduction, HTML', html: `<div>${asHtml(own)}</div>${html}` },
    { name: 'the unmarked letter above', text: `${text}\n\n${own}` },
  ];
  return [...outlook, ...introduced, ...ruled, ...others];
};

/** Mails that forward another one with a photo `one@x`, with these words above it. */
export const forwardsOf = (own: string): Answer[] => {
  const fields = [
    'From: Eva Stone <eva@example.com>',
    'Subject: Garden',
    'Date: 24 November 2026 at 10:00',
    'To: rosa@example.net',
  ];
  const image = '<img src="cid:one@x">';
  const roses = 'The roses in November';
  const block = asHtml(fields.join('\n'));
  const announced = (line: string): Answer[] => [
    { name: line, text: `${own}\n\n${line}\n\n${fields.join('\n')}\n\n${roses}\n` },
    {
      name: `${line} in HTML`,
      html: `<html><body>${asHtml(own)}<div><br><blockquote type="cite"><div>${line}</div>${block}<div>${roses}</div>${image}</blockquote></div></body></html>`,
    },
    {
      name: `${line} above the quote in HTML`,
      html: `<html><body>${asHtml(own)}<div dir="ltr"><br>${line}<br><br></div><blockquote type="cite"><div>${block}<div>${roses}</div>${image}</div></blockquote></body></html>`,
    },
  ];
  return [
    ...announced('Begin forwarded message:'),
    ...announced('Anfang der weitergeleiteten Nachricht:'),
    ...announced('Début du message transféré :'),
    {
      name: 'Gmail',
      text: `${own}\n\n---------- Forwarded message ---------\n${fields.join('\n')}\n\n\n${roses}\n`,
      html: `<div dir="ltr">${asHtml(own)}<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>${fields.map(escape).join('<br>')}<br></div><br><br><div dir="ltr">${roses}${image}</div></div></div>`,
    },
    {
      name: 'Outlook',
      text: `${own}\n\n________________________________\n${fields.join('\n')}\n\n${roses}\n[cid:one@x]`,
      html: `<html><body><div class="elementToProof">${asHtml(own)}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">${block}</div><div>${roses}</div>${image}</body></html>`,
    },
    {
      name: 'Outlook for Windows, HTML',
      html: `<html><body><div class="WordSection1">${asHtml(own)}<div><div style="border:none"><p class="MsoNormal">${fields.map(escape).join('<br>')}</p></div></div><p class="MsoNormal">${roses}</p><p>${image}</p></div></body></html>`,
    },
  ];
};
