import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { ResolveTxt } from './reader.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** The record with the key of `signed`. */
export const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;

/** A resolver that knows these records; other names do not exist. */
export const resolverOf =
  (records: Record<string, string | Error>): ResolveTxt =>
  async (name) => {
    const record = records[name];
    if (record instanceof Error) throw record;
    if (record === undefined) throw Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' });
    // As DNS does it: in pieces of at most 255 characters.
    return [record.match(/.{1,255}/g) ?? []];
  };

const transport = createTransport({ streamTransport: true, buffer: true });

/** A raw mail. */
export const composed = async (mail: SendMailOptions): Promise<Buffer> => {
  const { message } = await transport.sendMail(mail);
  if (!Buffer.isBuffer(message)) throw new Error('The mail is no buffer.');
  return message;
};

/** A mail that this domain signs with DKIM. */
export const signed = (
  mail: SendMailOptions,
  {
    domain = 'example.net',
    selector = 'test',
    ...dkim
  }: { domain?: string; selector?: string; headerFieldNames?: string } = {},
): Promise<Buffer> =>
  composed({ ...mail, dkim: { domainName: domain, keySelector: selector, privateKey, ...dkim } });

/** A mail of which only this many bytes of the body are signed (`l=`); null for all of them. */
export const signedPart = async (mail: Buffer, maxBodyLength: number | null): Promise<Buffer> => {
  const key = { signingDomain: 'example.net', selector: 'test', privateKey };
  const { signatures } = await dkimSign(mail, {
    canonicalization: 'relaxed/relaxed',
    ...key,
    signatureData: [{ ...key, ...(maxBodyLength !== null && { maxBodyLength }) }],
  });
  return Buffer.concat([Buffer.from(signatures), mail]);
};
