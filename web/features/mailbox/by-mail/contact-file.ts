import { words } from '../../../words/words.ts';

const texts = words.byMail;

/** A circle with its address, as a contact. */
export interface Contact {
  name: string;
  color: string;
  address: string;
}

const side = 192;

/** A circle's ring and dot as a PNG in base64; null where the browser draws none. */
const drawRing = (color: string): string | null => {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, side, side);
  pen.strokeStyle = color;
  pen.fillStyle = color;
  pen.lineWidth = side / 14;
  const middle = side / 2;
  // Not quite round, as drawn by hand.
  pen.beginPath();
  pen.ellipse(middle, middle, side * 0.34, side * 0.32, -0.4, 0, 2 * Math.PI);
  pen.stroke();
  pen.beginPath();
  pen.arc(middle, middle, side * 0.14, 0, 2 * Math.PI);
  pen.fill();
  return canvas.toDataURL('image/png').split(',')[1] ?? null;
};

const escaped = (text: string): string => text.replaceAll(/[\\,;]/g, '\\$&').replaceAll('\n', String.raw`\n`);

/** Lines of a vCard are at most 75 bytes long; what follows begins with a space. */
const folded = (line: string): string => {
  const parts: string[] = [''];
  const bytes = new TextEncoder();
  let count = 0;
  for (const character of line) {
    const size = bytes.encode(character).length;
    if (count + size > 74) {
      parts.push('');
      count = 1;
    }
    parts[parts.length - 1] += character;
    count += size;
  }
  return parts.join('\r\n ');
};

/** A vCard (version 3, which every address book reads). */
const contactCard = ({ name, address }: Contact, picture: string | null): string => {
  const full = escaped(texts.contact({ circle: name }));
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${full};;;`,
    `FN:${full}`,
    `EMAIL;TYPE=INTERNET:${address}`,
    ...(picture === null ? [] : [`PHOTO;ENCODING=b;TYPE=PNG:${picture}`]),
    'END:VCARD',
    '',
  ]
    .map(folded)
    .join('\r\n');
};

/** Hands contacts to the device, as one file. */
export const saveContacts = (contacts: readonly Contact[]): void => {
  const [only] = contacts;
  if (!only) return;
  const cards = contacts.map((one) => contactCard(one, drawRing(one.color))).join('');
  const url = URL.createObjectURL(new Blob([cards], { type: 'text/vcard' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${contacts.length === 1 ? texts.contact({ circle: only.name }) : texts.contacts}.vcf`;
  link.click();
  // The browser may read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
