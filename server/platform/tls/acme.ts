import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose';
import * as z from 'zod/mini';

/** A refusal of the certificate authority (RFC 8555, 6.7). */
export class AcmeProblem extends Error {
  override name = 'AcmeProblem';
  /** The type without its prefix, such as `rateLimited`. */
  readonly type: string;
  /** The authority's words. */
  readonly detail: string;
  /** When the authority may be asked again, in milliseconds since 1970; null if it does not say. */
  readonly retryAt: number | null;

  constructor(type: string, detail: string, retryAt: number | null = null) {
    super(`${type}: ${detail}`);
    this.type = type;
    this.detail = detail;
    this.retryAt = retryAt;
  }
}

export interface Certificate {
  /** The private key, as PEM. */
  key: string;
  /** The certificate and those between it and its root, as PEM. */
  chain: string;
}

interface Wanted {
  /** The address of the authority's directory. */
  directory: string;
  /** The contact address of the account; null for none. */
  email: string | null;
  /** The private key of the account with the authority, as PEM (P-256). */
  accountKey: string;
  domain: string;
  /** Has plain http answer the http-01 challenge with this token (RFC 8555, 8.3). */
  answer: (token: string, text: string) => Promise<void>;
}

const Directory = z.object({ newNonce: z.string(), newAccount: z.string(), newOrder: z.string() });
const ProblemBody = z.object({ type: z._default(z.string(), ''), detail: z._default(z.string(), '') });
const Order = z.object({
  status: z.string(),
  authorizations: z.array(z.string()),
  finalize: z.string(),
  certificate: z.optional(z.string()),
  error: z.optional(ProblemBody),
});
const Challenge = z.object({
  type: z.string(),
  url: z.string(),
  token: z._default(z.string(), ''),
  error: z.optional(ProblemBody),
});
const Authorization = z.object({ status: z.string(), challenges: z.array(Challenge) });

/** For one request, and for the authority to decide after it has fetched the answer to its challenge. */
const requestTimeoutMs = 30_000;
const decisionTimeoutMs = 120_000;
const pollEveryMs = 1_000;
/** A nonce may be refused when the authority has forgotten it (RFC 8555, 6.5). */
const maxNonces = 10;
/** Answers are a few thousand bytes. */
const maxBytes = 262_144;

const typePrefix = /^urn:ietf:params:acme:error:/;

const retryAtOf = (header: string | null): number | null => {
  if (header === null) return null;
  const at = /^\d+$/.test(header) ? Date.now() + Number(header) * 1_000 : Date.parse(header);
  return Number.isNaN(at) ? null : at;
};

const problemOf = (body: unknown, retryAt: number | null = null): AcmeProblem => {
  const { type, detail } = ProblemBody.safeParse(body).data ?? { type: '', detail: '' };
  return new AcmeProblem(type.replace(typePrefix, ''), detail, retryAt);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

interface Answer {
  text: string;
  location: string | null;
}

/** The requests to one authority, signed with the account's key. */
const openSession = async (accountKey: KeyObject, directoryUrl: string) => {
  const jwk: JWK = await exportJWK(createPublicKey(accountKey));
  let nonce: string | null = null;
  let kid: string | null = null;

  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    nonce = response.headers.get('replay-nonce') ?? nonce;
    return response;
  };
  const read = async (response: Response): Promise<string> => {
    const text = await response.text();
    if (text.length > maxBytes) throw new AcmeProblem('tooLong', 'The answer is too long.');
    if (!response.ok) throw problemOf(parsed(text), retryAtOf(response.headers.get('retry-after')));
    return text;
  };

  const { newNonce, newAccount, newOrder } = Directory.parse(parsed(await read(await ask(directoryUrl))));

  const signed = async (url: string, payload: object | null): Promise<string> => {
    if (nonce === null) await ask(newNonce, { method: 'HEAD' });
    const header = { alg: 'ES256', nonce: nonce ?? '', url, ...(kid === null ? { jwk } : { kid }) };
    nonce = null;
    const text = payload === null ? '' : JSON.stringify(payload);
    return JSON.stringify(
      await new FlattenedSign(new TextEncoder().encode(text)).setProtectedHeader(header).sign(accountKey),
    );
  };

  /** Asks in the account's name; without a payload it reads (POST-as-GET). */
  const post = async (url: string, payload: object | null = null): Promise<Answer> => {
    for (let left = maxNonces; ; left -= 1) {
      try {
        const response = await ask(url, {
          method: 'POST',
          headers: { 'content-type': 'application/jose+json' },
          body: await signed(url, payload),
        });
        return { text: await read(response), location: response.headers.get('location') };
      } catch (error) {
        if (!(error instanceof AcmeProblem) || error.type !== 'badNonce' || left === 0) throw error;
      }
    }
  };

  return {
    post,
    /** Makes the account, or finds it again by its key. */
    signIn: async (email: string | null): Promise<void> => {
      const contact = email === null ? {} : { contact: [`mailto:${email}`] };
      const { location } = await post(newAccount, { termsOfServiceAgreed: true, ...contact });
      kid = location;
    },
    order: async (domain: string) => {
      const { text, location } = await post(newOrder, { identifiers: [{ type: 'dns', value: domain }] });
      return { ...Order.parse(parsed(text)), url: location ?? '' };
    },
    thumbprint: () => calculateJwkThumbprint(jwk),
  };
};

type Session = Awaited<ReturnType<typeof openSession>>;

/** Polls until the authority has decided. */
const untilDecided = async <const T extends { status: string }>(
  session: Session,
  url: string,
  read: (body: unknown) => T,
): Promise<T> => {
  for (const end = Date.now() + decisionTimeoutMs; ; await wait(pollEveryMs)) {
    const now = read(parsed((await session.post(url)).text));
    if (!['pending', 'processing'].includes(now.status)) return now;
    if (Date.now() > end) throw new AcmeProblem('slow', 'The authority did not decide in two minutes.');
  }
};

const prove = async (session: Session, url: string, answer: Wanted['answer']): Promise<void> => {
  const { status, challenges } = Authorization.parse(parsed((await session.post(url)).text));
  if (status === 'valid') return;
  const challenge = challenges.find(({ type }) => type === 'http-01');
  if (!challenge) throw new AcmeProblem('noChallenge', 'The authority does not ask over http.');
  await answer(challenge.token, `${challenge.token}.${await session.thumbprint()}`);
  await session.post(challenge.url, {});
  const decided = await untilDecided(session, url, (body) => Authorization.parse(body));
  if (decided.status === 'valid') return;
  throw problemOf(decided.challenges.find(({ error }) => error)?.error);
};

/** A value of ASN.1 in DER. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const tags = {
  integer: 2,
  bits: 3,
  octets: 4,
  id: 6,
  sequence: 0x30,
  set: 0x31,
  attributes: 0xa0,
  dnsName: 0x82,
};
const ids = {
  extensionRequest: Buffer.from('2a864886f70d01090e', 'hex'),
  subjectAltName: Buffer.from('551d11', 'hex'),
  ecdsaWithSha256: Buffer.from('2a8648ce3d040302', 'hex'),
};

/** A new key, and the request to certify it for the domain (PKCS #10, RFC 2986), with the domain as alternative name. */
const makeRequest = (domain: string): { key: string; csr: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { sequence, set, id, octets } = tags;
  const names = der(sequence, der(tags.dnsName, Buffer.from(domain)));
  const extensions = der(sequence, der(sequence, der(id, ids.subjectAltName), der(octets, names)));
  const info = der(
    sequence,
    der(tags.integer, Buffer.of(0)),
    der(sequence),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(tags.attributes, der(sequence, der(id, ids.extensionRequest), der(set, extensions))),
  );
  const signature = der(tags.bits, Buffer.of(0), sign('sha256', info, privateKey));
  const csr = der(sequence, info, der(sequence, der(id, ids.ecdsaWithSha256)), signature);
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    csr: csr.toString('base64url'),
  };
};

/**
 * A certificate of the authority for the domain (RFC 8555, by an http-01 challenge).
 * @throws AcmeProblem for what the authority or the proof refuses, and other errors if the authority is not reached
 */
export const obtainCertificate = async (wanted: Wanted): Promise<Certificate> => {
  const session = await openSession(createPrivateKey(wanted.accountKey), wanted.directory);
  await session.signIn(wanted.email);
  const order = await session.order(wanted.domain);
  for (const url of order.authorizations) await prove(session, url, wanted.answer);
  const { key, csr } = makeRequest(wanted.domain);
  await session.post(order.finalize, { csr });
  const { status, certificate, error } = await untilDecided(session, order.url, (body) => Order.parse(body));
  if (status !== 'valid' || certificate === undefined) throw problemOf(error);
  return { key, chain: (await session.post(certificate)).text };
};
