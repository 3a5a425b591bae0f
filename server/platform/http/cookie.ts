import type { FastifyReply, FastifyRequest } from 'fastify';

export interface TokenCookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

export const readCookie = (header: string | undefined, name: string): string | null => {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
};

const day = 24 * 60 * 60;

// Tokens are base64url, which needs no encoding.
const tokenCookieOf = (name: string, attributes: string, maxAge: number): TokenCookie => ({
  read: (request) => readCookie(request.headers.cookie, name),
  set: (reply, token) => {
    reply.header('set-cookie', `${name}=${token}; Max-Age=${maxAge}; ${attributes}`);
  },
  clear: (reply) => {
    reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
  },
});

// Cookies have `Secure` and `__Host-` wherever the public address is
// https.
const tokenCookie = (publicUrl: string, suffix: string, maxAge: number): TokenCookie => {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}circle_${suffix}`;
  return tokenCookieOf(name, `Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Lax`, maxAge);
};

/**
 * The cookie of a browser in which mailbox members read their letters. No other page gets it, and it is no session. It
 * lasts as long as the browser is known (MAILBOX-67).
 */
export const letterCookie = (publicUrl: string): TokenCookie => {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}circle_letter`;
  const attributes = `Path=/letter; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Lax`;
  return tokenCookieOf(name, attributes, 90 * day);
};

/**
 * The cookie of a picture frame. No other page gets it, and it is no session. Its row decides how long the frame lasts.
 */
export const frameCookie = (publicUrl: string): TokenCookie => {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}circle_frame`;
  return tokenCookieOf(name, `Path=/frame; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Strict`, 400 * day);
};

/** The session cookie. */
export const sessionCookie = (publicUrl: string): TokenCookie => tokenCookie(publicUrl, 'session', 90 * day);

/**
 * The cookie that marks a browser in which somebody has signed in before. It lasts 400 days, the longest that
 * browsers allow.
 */
export const browserCookie = (publicUrl: string): TokenCookie => tokenCookie(publicUrl, 'browser', 400 * day);
