import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { OwnNameSettings } from '../../settings.ts';
import type { Database } from '../db/database.ts';
import { sealOf } from '../db/secrets.ts';
import { AcmeProblem, type Certificate, obtainCertificate } from './acme.ts';

/** Why there is no certificate, or no new one. */
export interface CertificateTrouble {
  /** The type of the authority's problem, `away` if it was not reached, `other` for anything else. */
  type: string;
  /** The words of the authority or of the system. */
  detail: string;
  at: number;
  /** When the authority may be asked again; null if it does not say. */
  retryAt: number | null;
}

export interface Certificates {
  /** The certificate that this place has; null without one. */
  find(): Promise<Certificate | null>;
  /** Why the last try failed; null after a success. */
  findTrouble(): Promise<CertificateTrouble | null>;
  /** The answer to the authority's http-01 challenge with this token; null for other tokens. */
  answerTo(token: string): Promise<string | null>;
  /** Gets a certificate if there is none, or if less than a third of its time is left. @returns whether it got one */
  renew(): Promise<boolean>;
}

const Kept = z.object({ key: z.string(), chain: z.string(), directory: z.string() });
const Trouble = z.object({
  type: z.string(),
  detail: z.string(),
  at: z.number(),
  retryAt: z.nullable(z.number()),
});

/** A certificate is renewed when this share of its time is left, as authorities recommend. */
const renewAtShare = 1 / 3;
/** An answer to a challenge expires after this time. */
const answerExpiresMs = 60 * 60_000;

const needsRenewal = (chain: string): boolean => {
  const { validFromDate, validToDate } = new X509Certificate(chain);
  const whole = validToDate.getTime() - validFromDate.getTime();
  return validToDate.getTime() - Date.now() < whole * renewAtShare;
};

const troubleOf = (error: unknown): Omit<CertificateTrouble, 'at'> => {
  if (error instanceof AcmeProblem) return { type: error.type, detail: error.detail, retryAt: error.retryAt };
  if (!(error instanceof Error)) return { type: 'other', detail: String(error), retryAt: null };
  const { cause } = error;
  const detail = cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : error.message;
  return {
    type: error.name === 'TypeError' || error.name === 'TimeoutError' ? 'away' : 'other',
    detail,
    retryAt: null,
  };
};

/**
 * The certificate of this place: one row of the database that all nodes read, and files of this node. The caller has one
 * node renew it at a time.
 */
export const createCertificates = async (
  db: Database,
  { domain, directory, email }: OwnNameSettings,
): Promise<Certificates> => {
  const seal = await sealOf(db, 'tls');
  const rows = {
    certificate: `tls:${domain}`,
    account: `tls-account:${directory}`,
    trouble: 'tls-trouble',
    answer: 'tls-answer',
  };

  const read = async (key: string): Promise<string | null> => {
    const row = await db.read.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
    return row?.value ?? null;
  };
  const write = (key: string, value: string): Promise<void> =>
    db.write(async ({ q }) => {
      await q
        .insertInto('meta')
        .values({ key, value })
        .onConflict((clash) => clash.column('key').doUpdateSet({ value }))
        .execute();
    });
  const remove = (key: string): Promise<void> =>
    db.write(async ({ q }) => void (await q.deleteFrom('meta').where('key', '=', key).execute()));

  const accountKey = async (): Promise<string> => {
    const known = await read(rows.account);
    if (known !== null) return seal.open(rows.account, known);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
    await write(rows.account, seal.close(rows.account, key));
    return key;
  };

  /** Ignores a certificate of another directory, such as one from a trial with a staging authority. */
  const find = async (): Promise<Certificate | null> => {
    const sealed = await read(rows.certificate);
    if (sealed === null) return null;
    const kept = Kept.parse(JSON.parse(seal.open(rows.certificate, sealed)));
    return kept.directory === directory ? kept : null;
  };

  return {
    find,
    findTrouble: async () => {
      const kept = await read(rows.trouble);
      return kept === null ? null : Trouble.parse(JSON.parse(kept));
    },
    answerTo: async (token) => {
      const [at, asked, text = ''] = (await read(rows.answer))?.split(' ') ?? [];
      return asked === token && Number(at) > Date.now() - answerExpiresMs ? text : null;
    },
    renew: async () => {
      const present = await find();
      if (present && !needsRenewal(present.chain)) return false;
      try {
        const got = await obtainCertificate({
          directory,
          email,
          domain,
          accountKey: await accountKey(),
          answer: (token, text) => write(rows.answer, `${Date.now()} ${token} ${text}`),
        });
        await write(rows.certificate, seal.close(rows.certificate, JSON.stringify({ ...got, directory })));
        await remove(rows.trouble);
        return true;
      } catch (error) {
        const trouble: CertificateTrouble = { ...troubleOf(error), at: Date.now() };
        await write(rows.trouble, JSON.stringify(trouble));
        throw error;
      } finally {
        await remove(rows.answer);
      }
    },
  };
};

/** Writes key and certificate into a folder, for this account alone. Other programs of the machine may be given them. */
export const writeCertificateFiles = async (
  folder: string,
  domain: string,
  has: Certificate,
): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = { [`${domain}.key`]: has.key, [`${domain}.crt`]: has.chain };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
};
