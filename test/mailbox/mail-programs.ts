import type { Language } from '../../contract/shapes.ts';

/** How the mail programs of a language introduce the mail that is answered, and name themselves below the answer. */
export interface MailPrograms {
  introductions: string[];
  /** The fields of a mail that stands without marks. */
  headers: string[];
  notes: string[];
}

/** @param name of the sender of the mail that is answered @param mail that sender's address */
export const mailPrograms = (name: string, mail: string): Readonly<Record<Language, MailPrograms>> => {
  const who = `${name} <${mail}>`;
  type Names = readonly [from: string, date: string, to: string, subject: string];
  const time = '2025-11-03 10:02';
  const fields = (...[from, date, to, subject]: Names) =>
    `${from} ${who}\n${date} ${time}\n${to} Rosa <rosa@example.net>\n${subject} Circle`;
  return {
    en: {
      introductions: [
        `On Mon, Nov 3, 2025 at 10:02 AM ${who} wrote:`,
        `On Mon, 3 Nov 2025 at 10:02, ${who} wrote:`,
        `On 3 Nov 2025, at 10:02, ${who} wrote:`,
        `On 03/11/2025 10:02, ${name} wrote:`,
        `On Monday, November 3, 2025 at 10:02:10 AM GMT+1, ${who} wrote:`,
      ],
      headers: [
        fields('From:', 'Sent:', 'To:', 'Subject:'),
        `-------- Original message --------\n${fields('From:', 'Date:', 'To:', 'Subject:')}`,
      ],
      notes: [
        'Sent from my iPhone',
        'Get Outlook for Android',
        'Sent from Outlook for iOS',
        'Sent from my Galaxy',
        'Sent from my Samsung Galaxy smartphone.',
        'Sent from Yahoo Mail for iPhone',
        'Sent from Mail for Windows',
      ],
    },
    de: {
      introductions: [
        `Am Mo., 3. Nov. 2025 um 10:02 Uhr schrieb ${who}:`,
        `Am 03.11.2025 um 10:02 schrieb ${who}:`,
        `Am 03.11.25 um 10:02 schrieb ${name}:`,
        `Am Montag, 3. November 2025 um 10:02:10 MEZ hat ${who} Folgendes geschrieben:`,
      ],
      headers: [
        fields('Von:', 'Gesendet:', 'An:', 'Betreff:'),
        `Gesendet: Montag, 3. November 2025 um 10:02\nVon: ${who}\nAn: rosa@example.net\nBetreff: Circle`,
        `-------- Ursprüngliche Nachricht --------\n${fields('Von:', 'Datum:', 'An:', 'Betreff:')}`,
      ],
      notes: [
        'Von meinem iPhone gesendet',
        'Gesendet von Outlook für iOS',
        'Holen Sie sich Outlook für Android',
        'Von meinem/meiner Galaxy gesendet',
        'Von meinem Samsung Galaxy Smartphone gesendet.',
        'Gesendet mit der GMX Mail App',
        'Gesendet mit der Telekom Mail App',
        'Diese Nachricht wurde von meinem Android-Mobiltelefon mit GMX Mail gesendet.',
        'Gesendet von Mail für Windows',
      ],
    },
    fr: {
      introductions: [
        `Le lun. 3 nov. 2025 à 10:02, ${who} a écrit\u00a0:`,
        `Le lun. 3 nov. 2025 à 10:02, ${name} <\n${mail}> a écrit :`,
        `Le 3 nov. 2025 à 10:02, ${who} a écrit\u202f:`,
        `Le 03/11/2025 à 10:02, ${name} a écrit :`,
        `Le lundi 3 novembre 2025 à 10:02:10 UTC+1, ${who} a écrit :`,
      ],
      headers: [
        fields('De\u00a0:', 'Envoyé\u00a0:', 'À\u00a0:', 'Objet\u00a0:'),
        `De : ${who}\nEnvoyé le : lundi 3 novembre 2025 10:02\nÀ : Rosa\nObjet : Circle`,
        `envoyé : 3 novembre 2025 à 10:02\nde : ${who}\nà : rosa@example.net\nobjet : Circle`,
        `Envoyé: lundi 3 novembre 2025 à 10:02\nDe: ${who}\nÀ: rosa@example.net\nObjet: Circle`,
        `-------- Message d'origine --------\n${fields('De :', 'Date :', 'À :', 'Objet :')}`,
        `----- Mail original -----\n${fields('De:', 'Envoyé:', 'À:', 'Objet:')}`,
        fields('Message du :', 'De :', 'A :', 'Copie à :'),
      ],
      notes: [
        'Envoyé de mon iPhone',
        'Envoyé depuis mon téléphone Huawei',
        'Envoyé depuis mon appareil Galaxy',
        'Envoyé depuis mon smartphone Samsung Galaxy.',
        'Télécharger Outlook pour Android',
        'Obtenez Outlook pour iOS',
        'Envoyé à partir de Outlook pour Android',
        'Envoyé à partir de Yahoo Mail pour iPhone',
        'Envoyé à partir de Courrier pour Windows',
        'Envoyé avec la messagerie sécurisée Proton Mail.',
        'Envoyé depuis l’application Mail Orange',
        'Envoyé via l’application Mail Orange',
      ],
    },
    es: {
      introductions: [
        `El lun, 3 nov 2025 a las 10:02, ${who} escribió:`,
        `El lun, 3 nov 2025 a la(s) 10:02 a.m., ${who} escribió:`,
        `El 3 nov 2025, a las 10:02, ${name} de la Familia\n<${mail}> escribió:`,
        `El 3/11/25 a las 10:02, ${name} escribió:`,
        `El lunes, 3 de noviembre de 2025, 10:02:10 CET, ${who} escribió:`,
      ],
      headers: [
        fields('De:', 'Enviado:', 'Para:', 'Asunto:'),
        fields('De:', 'Enviado el:', 'Para:', 'Asunto:'),
        `-------- Mensaje original --------\n${fields('De:', 'Fecha:', 'Para:', 'Asunto:')}`,
      ],
      notes: [
        'Enviado desde mi iPhone',
        'Enviado desde mi celular',
        'Enviado desde mi Galaxy',
        'Enviado desde mi smartphone Samsung Galaxy.',
        'Enviado desde Outlook para iOS',
        'Obtener Outlook para Android',
        'Enviado desde Yahoo Mail para iPhone',
        'Enviado desde Correo para Windows',
        'Enviado con el correo seguro de Proton Mail.',
      ],
    },
    it: {
      introductions: [
        `Il giorno lun 3 nov 2025 alle ore 10:02 ${who} ha scritto:`,
        `Il giorno lun 3 nov 2025 alle 10:02 ${who} ha scritto:`,
        `Il giorno 3 nov 2025, alle ore 10:02, ${name} della Famiglia\n<${mail}> ha scritto:`,
        `Il 03/11/2025 10:02, ${name} ha scritto:`,
        `In data 03/11/2025 10:02, ${name} ha scritto:`,
        `Il 03/11/2025 10:02 CET ${who} ha scritto:`,
      ],
      headers: [
        fields('Da:', 'Inviato:', 'A:', 'Oggetto:'),
        `-------- Messaggio originale --------\n${fields('Da:', 'Data:', 'A:', 'Oggetto:')}`,
        `----Messaggio originale----\n${fields('Da:', 'Data:', 'A:', 'Ogg:')}`,
      ],
      notes: [
        'Inviato da iPhone',
        'Inviato dal mio telefono Huawei',
        'Inviato dal mio Galaxy',
        'Inviato da smartphone Samsung Galaxy.',
        'Inviato da Outlook per iOS',
        'Ottieni Outlook per Android',
        'Scarica Outlook per Android',
        'Inviato da Yahoo Mail su Android',
        'Inviato da Posta per Windows',
        'Inviato da Libero Mail per iOS',
        'Inviato dalla mia app Virgilio Mail',
      ],
    },
    pt: {
      introductions: [
        `Em seg., 3 de nov. de 2025 às 10:02, ${who} escreveu:`,
        `Em 3 de nov. de 2025, à(s) 10:02, ${name} da Família\n<${mail}> escreveu:`,
        `Em 03/11/2025 10:02, ${name} escreveu:`,
        `Em segunda-feira, 3 de novembro de 2025 às 10:02:10 BRT, ${who} escreveu:`,
        `No dia 3 de nov. de 2025, às 10:02, ${who} escreveu:`,
        `${who} escreveu (segunda, 3/11/2025 à(s) 10:02):`,
      ],
      headers: [
        fields('De:', 'Enviado:', 'Para:', 'Assunto:'),
        fields('De:', 'Enviada em:', 'Para:', 'Assunto:'),
        `-------- Mensagem original --------\n${fields('De:', 'Data:', 'Para:', 'Assunto:')}`,
      ],
      notes: [
        'Enviado do meu iPhone',
        'Enviada do meu iPhone',
        'Enviado a partir do meu iPhone',
        'Enviado do meu celular',
        'Enviado do meu Galaxy',
        'Enviado do meu smartphone Samsung Galaxy.',
        'Enviado do Outlook para iOS',
        'Obter o Outlook para Android',
        'Enviado do Yahoo Mail no Android',
        'Enviado do Email para Windows',
        'Enviado via UOL Mail',
      ],
    },
    nl: {
      introductions: [
        `Op ma 3 nov 2025 om 10:02 schreef ${who}:`,
        `Op 3 nov. 2025, om 10:02 heeft ${who} het volgende geschreven:`,
        `Op 03-11-2025 om 10:02 heeft ${who} geschreven:`,
        `Op 03-11-2025 om 10:02 schreef ${name}:`,
        `Op maandag 3 november 2025 om 10:02:10 CET schreef ${who}:`,
        `${name} schreef op 2025-11-03 10:02:`,
      ],
      headers: [
        fields('Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'),
        `-------- Oorspronkelijk bericht --------\n${fields('Van:', 'Datum:', 'Aan:', 'Onderwerp:')}`,
      ],
      notes: [
        'Verstuurd vanaf mijn iPhone',
        'Verzonden vanaf mijn Huawei mobiele telefoon',
        'Verzonden vanaf mijn mobiel',
        'Verzonden vanaf mijn Galaxy',
        'Verstuurd vanaf mijn Samsung Galaxy-smartphone.',
        'Verzonden vanuit Outlook voor iOS',
        'Outlook voor Android downloaden',
        'Verzonden via Yahoo Mail op Android',
        'Verzonden vanuit Mail voor Windows',
        'Verzonden met Proton Mail beveiligde e-mail.',
        'Verzonden met KPN Webmail',
      ],
    },
    pl: {
      introductions: [
        `pon., 3 lis 2025 o 10:02 ${who} napisał(a):`,
        `pon., 3 lis 2025, 10:02 użytkownik ${who} napisał:`,
        `W dniu 3.11.2025 o 10:02, ${name} pisze:`,
        `W dniu 2025-11-03 10:02, ${name} napisał(a):`,
        `W dniu poniedziałek, 3 listopada 2025 10:02:10 CET ${who} napisał(a):`,
        `Wiadomość napisana przez ${who} w dniu 3 lis 2025, o godz. 10:02:`,
        `Dnia 3 listopada 2025 10:02 ${who} napisał(a):`,
        `${who} napisał w dniu 3 listopada 2025 10:02:10 CET:`,
      ],
      headers: [
        fields('Od:', 'Wysłane:', 'Do:', 'Temat:'),
        fields('Od:', 'Wysłano:', 'Do:', 'Temat:'),
        `Od: ${who}\nDo: rosa@example.net;\nWysłane: 10:02 Poniedziałek 2025-11-03\nTemat: Circle`,
        `-------- Oryginalna wiadomość --------\n${fields('Od:', 'Data:', 'Do:', 'Temat:')}`,
      ],
      notes: [
        'Wysłane z iPhone’a',
        "Wysłane z iPhone'a",
        'Wysłane z mojego Galaxy',
        'Wysłane ze smartfonu Samsung Galaxy.',
        'Wysłano z telefonu Samsung Galaxy',
        'Wysłano z programu Outlook dla systemu Android',
        'Pobierz aplikację Outlook dla systemu iOS',
        'Wysłane z Yahoo Mail na Androida',
        'Wysłane z aplikacji Poczta dla systemu Windows',
        'Wysłano z aplikacji mobilnej Onet Poczta',
      ],
    },
  };
};
