import { address, html, letter, marked, plain, type Shape, unmarked } from './shapes.test-peer.ts';

/** Further shapes, written after the code had learned those of `shapes.test-peer.ts`. */
export const moreShapes: readonly Shape[] = [
  plain(
    'Gmail, German, the month in words',
    `Ja!\n\nAm 23. November 2026 um 18:00 schrieb ${address}:\n\n${marked}`,
    'Ja!',
  ),
  plain(
    'Gmail on Android',
    `Nice\n\nOn Mon, 23 Nov 2026, 18:00 Circle, <circle@example.org> wrote:\n\n${marked}`,
    'Nice',
  ),
  plain(
    'WEB.DE on Android, unmarked',
    `Schön.\n\n-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\nAm 23.11.26, 18:00, schrieb ${address}:\n${unmarked}`,
    'Schön.',
  ),
  plain(
    'T-Online',
    `Danke!\n\n-----Original-Nachricht-----\nBetreff: Dein Brief\nDatum: 2026-11-23T18:00:00+0100\nVon: "Circle" <circle@example.org>\nAn: "Rosa" <rosa@t-online.de>\n\n${unmarked}`,
    'Danke!',
  ),
  plain(
    'Proton Mail',
    `Great.\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Monday, November 23rd, 2026 at 18:00, ${address} wrote:\n\n${marked}`,
    'Great.',
  ),
  plain(
    'Proton Mail on an iPhone',
    `Great.\n\nSent from Proton Mail for iOS\n\n-------- Original Message --------\nOn Monday, 11/23/26 at 18:00 ${address} wrote:\n\n${marked}`,
    'Great.',
  ),
  plain(
    'K-9 Mail, German',
    `Super\n\n${address} schrieb am 23. November 2026 18:00:00 MEZ:\n${marked}\n\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.`,
    'Super',
  ),
  plain(
    'Samsung, English',
    `Sweet.\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Circle\nDate: 23/11/2026 18:00 (GMT+01:00)\nTo: Rosa\nSubject: Letter\n\n${unmarked}`,
    'Sweet.',
  ),
  plain(
    'Yahoo on an iPhone',
    `Cool\n\nSent from Yahoo Mail for iPhone<https://more.att.com/currently/imap>\n\n\nOn Monday, November 23, 2026, 6:00 PM, ${address} wrote:\n\n${unmarked}`,
    'Cool',
  ),
  plain(
    'Orange, French, the date first',
    `Merci\n\n\nenvoyé : 23 novembre 2026 à 18:00\nde : Circle <circle@example.org>\nà : rosa@orange.fr\nobjet : Votre lettre\n\n${unmarked}`,
    'Merci',
  ),
  plain(
    'La Poste, French',
    `Merci\n\n> Message du 23/11/26 18:00\n> De : "Circle" <circle@example.org>\n> A : rosa@orange.fr\n> Objet : x\n>\n${marked}`,
    'Merci',
  ),
  plain(
    'Outlook on a Mac',
    `Lovely\n\nFrom: ${address}\nDate: Monday, 23 November 2026 at 18:00\nTo: Rosa\nSubject: Letter\n${unmarked}`,
    'Lovely',
  ),
  plain(
    'Outlook, German, blank lines between the fields',
    `Danke\n\nVon: Circle <circle@example.org>\n\nGesendet: Montag, 23. November 2026 18:00\n\nAn: Rosa\n\nBetreff: Brief\n\n${unmarked}`,
    'Danke',
  ),
  plain(
    'GMX on an iPhone, without a colon',
    `Toll\n\nGesendet mit der GMX iPhone App\n\nAm 23.11.26 um 18:00 schrieb Circle\n\n> ${letter[0]}`,
    'Toll',
  ),
  plain('a heart', `♥`, '♥'),
  plain(
    'Outlook for Android, German with English fields',
    `Ja\n\nGesendet von Outlook für Android<https://aka.ms/x>\n________________________________\nFrom: ${address}\nSent: Monday\nTo: x\nSubject: y\n\n${unmarked}`,
    'Ja',
  ),
  plain(
    'Yahoo on Android, German, the quote in the same line',
    `Ja\n\nGesendet von Yahoo Mail auf Android\n\n  Am Mo., Nov. 23, 2026 um 18:00 schrieb Circle<circle@example.org>:   ${letter[0]}\n\n${letter[2]}`,
    'Ja',
  ),
  plain(
    'Outlook for iOS, French',
    `Oui\n\nEnvoyé à partir d’un Outlook pour iOS<https://aka.ms/x>\n________________________________\nDe : Circle <circle@example.org>\nEnvoyé : lundi 23 novembre 2026 18:00\nÀ : Rosa\nObjet : x\n\n${unmarked}`,
    'Oui',
  ),
  plain(
    'Apple Mail, Italian',
    `Bello\n\nInviato da iPhone\n\n> Il giorno 23 nov 2026, alle ore 18:00, ${address} ha scritto:\n> \n${marked}`,
    'Bello',
  ),
  plain(
    'a story with a date and a quote',
    `Dear all,\nOn 3 May 1952 my mother wrote:\n"Come home".\nI did.\nLove, Rosa`,
    'Dear all,\nOn 3 May 1952 my mother wrote:\n"Come home".\nI did.\nLove, Rosa',
  ),
  plain(
    'own lines that look like fields',
    `To bring:\n- cake\n- candles\n\nFrom: me\nTo: you\nWhen: Sunday`,
    'To bring:\n- cake\n- candles\n\nFrom: me\nTo: you\nWhen: Sunday',
  ),
  plain('regards', `Nice.\n\nBest wishes,\nRosa`, 'Nice.\n\nBest wishes,\nRosa'),
  plain(
    'Thunderbird, German, between two quotes',
    `Am 23.11.2026 um 18:00 schrieb Circle:\n> ${letter[0]}\n>\n> ${letter[2]}\n\nWie schön!\n\n> ${letter[5]}`,
    'Wie schön!',
  ),
  plain(
    'a virus scanner',
    `Hi\n\n--\nDiese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com\n\nOn 23/11/2026 18:00, ${address} wrote:\n${marked}`,
    'Hi',
  ),
  plain(
    'a sentence about a phone',
    'I got a new phone.\nSent from my new phone with love, what a mobile world!',
    'I got a new phone.\nSent from my new phone with love, what a mobile world!',
  ),
  plain(
    'own words right above the introduction',
    `Am Sonntag komme ich.\nAm 23.11.2026 um 18:00 schrieb ${address}:\n${marked}`,
    'Am Sonntag komme ich.',
  ),
  plain(
    'own words right above an introduction that begins with the name',
    `Lovely photo\n${address} wrote:\n${marked}`,
    'Lovely photo',
  ),
  plain(
    'own words right above an introduction in two lines',
    `On Sunday I come.\nOn 23/11/2026 18:00, Circle <\ncircle@example.org> wrote:\n${marked}`,
    'On Sunday I come.',
  ),
  plain('own line between two paragraphs', 'First\n\n---\n\nSecond', 'First\n\n---\n\nSecond'),
  html(
    'Apple Mail on a Mac, HTML alone',
    `<html><body>Great <b>news</b>.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 23 Nov 2026, Circle wrote:</div><div>Ben</div></blockquote></div><br></body></html>`,
    'Great news.',
  ),
  html(
    'Proton Mail, HTML alone',
    `<div style="font-family: Arial;">Yes</div><div class="protonmail_signature_block">Sent with Proton</div><div class="protonmail_quote">On Mon Circle wrote:<br><blockquote class="protonmail_quote" type="cite">Ben</blockquote></div>`,
    'Yes',
  ),
  html(
    'new Outlook, HTML alone',
    `<div class="elementToProof">Hello<br></div><div id="mail-editor-reference-message-container"><hr><div id="divRplyFwdMsg">Von: x</div>Ben</div>`,
    'Hello',
  ),
  html(
    'Outlook on a Mac, HTML alone',
    `<p class="MsoNormal">Hi</p><div id="mail-editor-reference-message-container"><div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b><span>From: </span></b><span>Circle &lt;circle@example.org&gt;<br><b>Date: </b>Monday<br><b>To: </b>Rosa<br><b>Subject: </b>x</span></p></div><p>Ben</p></div></div>`,
    'Hi',
  ),
  html(
    'Gmail, HTML alone, right to left',
    `<div dir="rtl">שלום</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">x</div><blockquote class="gmail_quote">Ben</blockquote></div>`,
    'שלום',
  ),
  html(
    'WEB.DE, HTML alone',
    `<div style="font-family: Verdana;"><div>Prima &euro;</div><div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b> x</div><div>Ben</div></div></div></div>`,
    'Prima €',
  ),
  html(
    'a table',
    `<table><tr><td>One</td><td>Two</td></tr><tr><td>Three</td></tr></table>`,
    'One Two\nThree',
  ),
  html(
    'Yahoo, HTML alone, with other class names',
    `<div id="ydp1"><div dir="ltr">Yes</div></div><div id="ydp2yahoo_quoted_1" class="ydp2yahoo_quoted"><div>On Mon</div>Ben</div>`,
    'Yes',
  ),
  plain(
    'a signature above the quoted mail, and words below that',
    `Hello all\n\n-- \nRosa Lind\nGarden Street 4\n\nOn 25 Nov 2026, at 20:21, ${address} wrote:\n> ${letter[2]}\nWhich colour is it?`,
    'Hello all\n\nWhich colour is it?',
  ),
  plain(
    'words below a signature',
    'Hello all\n\n-- \nRosa Lind\nGarden Street 4\n\nI forgot to ask: which colour is it?',
    'Hello all\n\nI forgot to ask: which colour is it?',
  ),
  plain(
    'a signature of several paragraphs',
    'Hello all\n\n-- \nRosa Lind\n\nTel. 040 123 456\nwww.example.net\n\nSent from my iPad',
    'Hello all',
  ),
  plain(
    'words between quoted lines, with a signature in between',
    `> ${letter[0]}\nHow nice of Ann.\n-- \nRosa\n> ${letter[2]}\nAnd of Ben!\n-- \nRosa`,
    'How nice of Ann.\nAnd of Ben!',
  ),
  html('lists', `<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>`, '- a\n- b\n\n- c'),
];
