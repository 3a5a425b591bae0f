// Answers as mail programs send them, each with the words that its sender wrote.

export interface Shape {
  name: string;
  /** The headers of the content and the content. */
  mail: Buffer;
  text: string;
}

export const address = 'Circle <circle+abcdefghijklmnopqrstuvwxyz@example.org>';
export const letter = [
  'Ann shared a moment in Family:',
  '',
  'Ben has learned to swim!',
  '',
  '-- ',
  'Circle sends no advertising.',
];
export const marked = letter.map((line) => `> ${line}`.trimEnd()).join('\n');
export const unmarked = letter.join('\n');

const part = (type: string, body: string): string => `Content-Type: ${type}; charset=utf-8\n\n${body}\n`;

export const shape = (name: string, content: string | Buffer, text: string): Shape => ({
  name,
  mail: typeof content === 'string' ? Buffer.from(content.replaceAll('\n', '\r\n')) : content,
  text,
});

export const plain = (name: string, body: string, text: string): Shape =>
  shape(name, part('text/plain', body), text);
export const html = (name: string, body: string, text: string): Shape =>
  shape(
    name,
    part('text/html', `<html><head><style>p { margin: 0 }</style></head><body>${body}</body></html>`),
    text,
  );
const both = (name: string, body: string, markup: string, text: string): Shape =>
  shape(
    name,
    `Content-Type: multipart/alternative; boundary=alt\n\n--alt\n${part('text/plain', body)}--alt\n${part('text/html', markup)}--alt--\n`,
    text,
  );
export const encoded = (charset: string, encoding: string, body: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
    ),
    Buffer.from(body as string),
  ]);

const outlookBlock = (names: [string, string, string, string]) =>
  `${names[0]}: ${address}\n${names[1]}: Monday, 23 November 2026 18:00\n${names[2]}: Rosa <rosa@example.net>\n${names[3]}: Your letter`;

export const shapes: readonly Shape[] = [
  plain('no quote', 'How lovely! He was always a fish.', 'How lovely! He was always a fish.'),
  plain(
    'Gmail, English, the introduction in two lines',
    `Well done, Ben!\n\nOn Mon, Nov 23, 2026 at 6:00 PM Circle <\ncircle+abcdefghijklmnopqrstuvwxyz@example.org> wrote:\n\n${marked}`,
    'Well done, Ben!',
  ),
  plain(
    'Gmail, German',
    `Bravo, Ben!\n\nAm Mo., 23. Nov. 2026 um 18:00 Uhr schrieb ${address}:\n\n${marked}`,
    'Bravo, Ben!',
  ),
  plain(
    'Gmail, French',
    `Bravo Ben !\n\nLe lun. 23 nov. 2026 à 18:00, ${address} a\u00a0écrit\u00a0:\n\n${marked}`,
    'Bravo Ben !',
  ),
  plain(
    'Apple Mail on an iPhone',
    `So sweet.\n\nSent from my iPhone\n\n> On 23 Nov 2026, at 18:00, ${address} wrote:\n> \n${marked}`,
    'So sweet.',
  ),
  plain(
    'Apple Mail on an iPhone, German',
    `Wie schön.\nGruß, Oma\n\nVon meinem iPhone gesendet\n\n> Am 23.11.2026 um 18:00 schrieb ${address}:\n> \n${marked}`,
    'Wie schön.\nGruß, Oma',
  ),
  plain(
    'Apple Mail on an iPad, French',
    `Quelle joie.\n\nEnvoyé de mon iPad\n\n> Le 23 nov. 2026 à 18:00, ${address} a écrit :\n> \n${marked}`,
    'Quelle joie.',
  ),
  plain(
    'Outlook, English',
    `Thank you for the picture.\n\nRosa\n\n-----Original Message-----\n${outlookBlock(['From', 'Sent', 'To', 'Subject'])}\n\n${unmarked}`,
    'Thank you for the picture.\n\nRosa',
  ),
  plain(
    'Outlook, German',
    `Danke für das Bild.\n\n________________________________\n${outlookBlock(['Von', 'Gesendet', 'An', 'Betreff'])}\n\n${unmarked}`,
    'Danke für das Bild.',
  ),
  plain(
    'Outlook, French',
    `Merci pour la photo.\n\n${outlookBlock(['De', 'Envoyé', 'À', 'Objet'])}\n\n${unmarked}`,
    'Merci pour la photo.',
  ),
  plain(
    'Outlook for iOS',
    `Wonderful!\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${outlookBlock(['From', 'Sent', 'To', 'Subject'])}\n\n${unmarked}`,
    'Wonderful!',
  ),
  plain(
    'Outlook for Android with bold field names, German',
    `Toll!\n\nOutlook für Android<https://aka.ms/AAb9ysg> herunterladen\n\n*Von:* ${address}\n*Gesendet:* Montag, 23. November 2026 18:00\n*An:* Rosa\n*Betreff:* Brief\n\n${unmarked}`,
    'Toll!',
  ),
  plain(
    'GMX, German, the date first',
    `Sehr schön.\n\nGesendet: Montag, 23. November 2026 um 18:00 Uhr\nVon: ${address}\nAn: rosa@example.net\nBetreff: Dein Brief\n\n${unmarked}`,
    'Sehr schön.',
  ),
  plain(
    'Samsung, German',
    `Herrlich.\nVon meinem Samsung Galaxy Smartphone gesendet.\n-------- Ursprüngliche Nachricht --------\nVon: Circle\nDatum: 23.11.26 18:00 (GMT+01:00)\nAn: Rosa\nBetreff: Brief\n\n${unmarked}`,
    'Herrlich.',
  ),
  plain(
    'Yahoo, English, unmarked',
    `Lovely.\n\n  On Monday, November 23, 2026 at 06:00:00 PM GMT+1, ${address} wrote:\n\n${letter.map((line) => `  ${line}`).join('\n')}`,
    'Lovely.',
  ),
  plain(
    'Yahoo, German',
    `Schön.\n\n Am Montag, 23. November 2026 um 18:00:00 MEZ hat ${address} Folgendes geschrieben:\n\n${unmarked}`,
    'Schön.',
  ),
  plain(
    'Thunderbird, the answer below',
    `On 23/11/2026 18:00, Circle wrote:\n${marked}\n\nHe gets that from me.\n\n-- \nRosa Meyer\nHamburg`,
    'He gets that from me.',
  ),
  plain(
    'Thunderbird, German, the answer between the lines',
    `Am 23.11.26 um 18:00 schrieb Circle:\n> Ann hat einen Moment geteilt:\nDas freut mich.\n\n> Ben kann schwimmen!\nEndlich!`,
    'Das freut mich.\n\nEndlich!',
  ),
  plain(
    'Spanish and other languages by their marks',
    `Qué bien.\n\nEl lun, 23 nov 2026 a las 18:00, ${address} escribió:\n\n${marked}`,
    'Qué bien.',
  ),
  plain(
    'Dutch',
    `Prachtig.\n\nVerstuurd vanaf mijn iPad\n\nOp ma 23 nov. 2026 om 18:00 schreef ${address}:\n\n${marked}`,
    'Prachtig.',
  ),
  plain('a signature', 'See you on Sunday.\n\n-- \nRosa Meyer\n040 1234', 'See you on Sunday.'),
  plain(
    'a line of dashes is no signature',
    `First the news.\n--\n${'Then a very long story about the garden and what grew in it this year. '.repeat(3)}`,
    `First the news.\n--\n${'Then a very long story about the garden and what grew in it this year. '.repeat(3)}`.trim(),
  ),
  plain(
    'own words that look like a quote',
    'On Sunday grandpa wrote:\nI will come at ten.\nFrom my heart: congratulations!\nAn: apple a day.',
    'On Sunday grandpa wrote:\nI will come at ten.\nFrom my heart: congratulations!\nAn: apple a day.',
  ),
  plain('a sad face at the start of a line', 'Oh no\n>:(\nPoor Ben', 'Oh no\n>:(\nPoor Ben'),
  plain('love is no device', 'Sleep well.\nSent from my heart', 'Sleep well.\nSent from my heart'),
  plain('only a quote', `On Mon, Nov 23, 2026 at 6:00 PM ${address} wrote:\n${marked}`, ''),
  both(
    'Gmail with both texts',
    `Hurrah!\n\nOn Mon, Nov 23, 2026 at 6:00 PM ${address} wrote:\n\n${marked}`,
    `<div dir="ltr">Hurrah!</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon wrote:<br></div><blockquote class="gmail_quote">Ben</blockquote></div>`,
    'Hurrah!',
  ),
  both('an empty plain text', ' \n', '<p>Only <b>here</b>.</p>', 'Only here.'),
  html(
    'Gmail, HTML alone, the answer between the lines',
    `<div dir="ltr"><div class="gmail_quote"><div class="gmail_attr">On Mon, Circle wrote:<br></div><blockquote class="gmail_quote">Ann shared a moment</blockquote><div>How nice of Ann</div><blockquote class="gmail_quote">Ben swims</blockquote><div>And of Ben &#128522;</div></div></div>`,
    'How nice of Ann\nAnd of Ben 😊',
  ),
  html(
    'Outlook, HTML alone, lines broken in the source',
    `<div class=WordSection1><p class=MsoNormal>Dear Ann,<o:p></o:p></p><p class=MsoNormal>I was\r\nso happy &amp; proud&nbsp;today: 1 &lt; 2.<o:p></o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>From:</b> Circle &lt;circle@example.org&gt;<br><b>Sent:</b> Monday, 23 November 2026 18:00<br><b>To:</b> Rosa<br><b>Subject:</b> Your letter</p></div><p>Ben swims</p></div>`,
    'Dear Ann,\n\nI was so happy & proud today: 1 < 2.',
  ),
  html(
    'Outlook on the web, HTML alone',
    `<div>Danke, das ist ja sch&ouml;n!</div><div id="Signature"></div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg"><b>Von:</b> Circle<br><b>Gesendet:</b> Montag, 23. November 2026 18:00<br><b>An:</b> Rosa<br><b>Betreff:</b> Brief</div><div>Ben swims</div>`,
    'Danke, das ist ja schön!',
  ),
  html(
    'Apple Mail, HTML alone',
    `<div>What a big boy.</div><div><br></div><div id="AppleMailSignature">Sent from my iPhone</div><div><br><blockquote type="cite">On 23 Nov 2026, Circle wrote:<br><br></blockquote></div><blockquote type="cite"><div>Ben swims</div></blockquote>`,
    'What a big boy.',
  ),
  html(
    'Yahoo, HTML alone',
    `<div>I am so proud.</div><div id="yahoo_quoted_123" class="yahoo_quoted"><div>On Monday, Circle wrote:</div><div><div>Ben swims</div></div></div>`,
    'I am so proud.',
  ),
  html(
    'GMX, HTML alone, with an indented poem',
    `<div>Ein Gedicht:</div><blockquote style="margin:0 0 0 40px">Fische schwimmen,<br>Kinder auch.</blockquote><div name="quote" style="border-left: 2px solid #C3D9E5"><div><b>Gesendet:</b> heute</div><div>Ben schwimmt</div></div>`,
    'Ein Gedicht:\nFische schwimmen,\nKinder auch.',
  ),
  shape(
    'winmail.dat',
    `Content-Type: multipart/mixed; boundary=mix\n\n--mix\n${part('text/plain', `Good morning!\n\n-----Original Message-----\nFrom: Circle\n\n${unmarked}`)}--mix\nContent-Type: application/ms-tnef; name="winmail.dat"\nContent-Disposition: attachment; filename="winmail.dat"\nContent-Transfer-Encoding: base64\n\neJ8+IgAAAAA=\n--mix--\n`,
    'Good morning!',
  ),
  shape(
    'flowed text',
    `Content-Type: text/plain; charset=utf-8; format=flowed\n\nThis line was long and so the program \nbroke it.\n From the garden: apples.\n\nOn 23/11/2026 18:00, Circle wrote:\n> Ben has learned \n> to swim!\n`,
    'This line was long and so the program broke it.\nFrom the garden: apples.',
  ),
  shape(
    'quoted-printable',
    'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nGr=C3=BC=C3=9Fe und ein langer Satz, der nach sechsundsiebzig Zeichen umbricht=\n, ohne Umbruch.\n\nAm 23.11.2026 um 18:00 schrieb Circle <circle@example.org>:\n> Ben\n',
    'Grüße und ein langer Satz, der nach sechsundsiebzig Zeichen umbricht, ohne Umbruch.',
  ),
  shape(
    'Latin 1',
    encoded('iso-8859-1', '8bit', Buffer.from('Schöne Grüße aus Köln', 'latin1')),
    'Schöne Grüße aus Köln',
  ),
  shape(
    'Windows-1252 in base64',
    encoded(
      'windows-1252',
      'base64',
      Buffer.from([0x93, 0x4a, 0x61, 0x94, 0x20, 0x96, 0x20, 0x80, 0x35]).toString('base64'),
    ),
    '“Ja” – €5',
  ),
  shape(
    'UTF-16 in base64',
    encoded('utf-16le', 'base64', Buffer.from('Grüße 👵', 'utf16le').toString('base64')),
    'Grüße 👵',
  ),
  plain(
    'right to left, with emoji',
    `כל הכבוד בן! 🏊‍♂️\nאוהבת, סבתא\n\n‫בתאריך יום ב׳, 23 בנוב׳ 2026 ב-18:00 מאת ‪Circle‬‏ <‪circle@example.org‬‏>:‬\n\n${marked}`,
    'כל הכבוד בן! 🏊‍♂️\nאוהבת, סבתא',
  ),
];
