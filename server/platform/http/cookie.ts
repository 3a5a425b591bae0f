import type { FastifyReply, FastifyRequest } from 'fastify';

export interface TokenCookie {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const day = 24 * 60 * 60;

// `Secure` and `__Host-` wherever the public address is https.
const tokenCookie = (publicUrl: string, suffix: string, maxAge: number): TokenCookie => {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}circle_${suffix}`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => request.cookies[name] ?? null,
    set: (reply, token) => {
      reply.setCookie(name, token, { ...options, maxAge });
    },
    clear: (reply) => {
      reply.clearCookie(name, options);
    },
  };
};

/** The session cookie. */
export const sessionCookie = (publicUrl: string): TokenCookie => tokenCookie(publicUrl, 'session', 90 * day);

/** Marks a browser in which somebody has signed in before; 400 days are as long as browsers keep a cookie. */
export const browserCookie = (publicUrl: string): TokenCookie => tokenCookie(publicUrl, 'browser', 400 * day);
