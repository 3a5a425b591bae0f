import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SessionCookie {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const days90 = 90 * 24 * 60 * 60;

/** The session cookie (decisions.md section 5): `Secure` and `__Host-` wherever the public address is https. */
export const sessionCookie = (publicUrl: string): SessionCookie => {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-circle_session' : 'circle_session';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => request.cookies[name] ?? null,
    set: (reply, token) => {
      reply.setCookie(name, token, { ...options, maxAge: days90 });
    },
    clear: (reply) => {
      reply.clearCookie(name, options);
    },
  };
};
