import { generateKeyPairSync } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import * as z from 'zod/mini';
import type { ResolveTxt } from '../../platform/mail-in/reader.ts';
import { CommandError } from '../../command-error.ts';
import { rosa } from './rosa.ts';

/** The beginning of the name of a demonstration's folder. */
export const folderPrefix = 'circle-demo-';

const selector = 'demo';
const domain = rosa.email.replace(/^.*@/, '');

const answers = [
  'How lovely. I have read it to the neighbour, who says hello.',
  'You all look well. Is it cold there? Wear something on your heads.',
  'I have printed this one. It is on the fridge now.',
];

/** A key with which Rosa's mail server signs her mails, and the DNS that has its public half. */
export const makeMailKeys = (): { privateKey: string; resolveTxt: ResolveTxt } => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const record = [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
  return {
    privateKey,
    resolveTxt: (name) =>
      name === `${selector}._domainkey.${domain}`
        ? Promise.resolve(record)
        : Promise.reject(Object.assign(new Error(`No such name: ${name}`), { code: 'ENOTFOUND' })),
  };
};

/** A file of the running demonstration, for the process that answers. */
const Note = z.object({ url: z.string(), port: z.number(), privateKey: z.string() });
const noteIn = (folder: string): string => path.join(folder, 'answer.json');

export const noteForAnswers = (
  folder: string,
  note: { url: string; port: number | null; privateKey: string },
): void => writeFileSync(noteIn(folder), JSON.stringify(note), { mode: 0o600 });

const newest = (files: readonly string[]): string | undefined =>
  files.toSorted((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs).at(-1);

/** The newest letter to Rosa with a moment to answer. */
const findLetter = async (folder: string) => {
  for (const file of globSync(path.join(folder, 'mail', '*.eml'))
    .toSorted()
    .toReversed()) {
    const mail = await PostalMime.parse(readFileSync(file));
    const [, address] = /^Answer: (circle\+\w+@\S+)$/m.exec(mail.text ?? '') ?? [];
    const [, post] = /\/posts?\/([0-9a-f]{32})$/m.exec(mail.text ?? '') ?? [];
    if (address && post && mail.to?.some((to) => to.address === rosa.email))
      return { address, post, subject: mail.subject ?? '', messageId: mail.messageId ?? '' };
  }
  throw new CommandError('Rosa has no letter yet.');
};

/**
 * Answers the first moment of Rosa's newest letter, as her mail program would: a signed mail to the listener of the
 * demonstration that started last. @returns what to tell
 */
export const answerByMail = async (): Promise<string> => {
  const file = newest(globSync(path.join(tmpdir(), `${folderPrefix}*`, 'answer.json')).filter(existsSync));
  if (file === undefined) throw new CommandError('Start the demonstration first: npm run demo');
  const { url, port, privateKey } = Note.parse(JSON.parse(readFileSync(file, 'utf8')));
  const { address, post, subject, messageId } = await findLetter(path.dirname(file));
  const text = answers[Math.floor(Math.random() * answers.length)] ?? '';
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const sent = transport.sendMail({
    from: { name: `${rosa.firstName} ${rosa.lastName}`, address: rosa.email },
    to: address,
    subject: `Re: ${subject}`,
    text: `${text}\n\nOn ${new Date().toDateString()}, Circle wrote:\n> ${subject}\n`,
    inReplyTo: messageId,
    references: messageId,
    dkim: { domainName: domain, keySelector: selector, privateKey },
  });
  await sent.catch((error: unknown) => {
    // A demonstration that was killed leaves its folder behind.
    throw new CommandError('The demonstration takes no mail. Start it again: npm run demo', { cause: error });
  });
  transport.close();
  return `Rosa answered “${text}”\nIt arrives at ${url}/post/${post}`;
};
