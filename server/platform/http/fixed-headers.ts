import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { lookScript } from '../../../contract/text/look-script.ts';
import { ServerResponse } from '../node-http.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const contentRules = {
  'default-src': "'none'",
  'script-src': `'self' ${hashOf(lookScript)}`,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

const written = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join(';');

/**
 * Headers of a page without scripts, in place of the fixed ones. `style` is the content of its one style element. The
 * referrer stays within this server: without any, browsers would send forms with the origin `null`.
 */
export const pageHeaders = (style: string): Readonly<Record<string, string>> => ({
  'content-security-policy': written({
    'default-src': "'none'",
    'style-src': hashOf(style),
    'img-src': "'self'",
    'media-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }),
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
});

/**
 * Headers of the page of a picture frame, in place of the fixed ones. Its style and script are files: browsers of ten
 * years ago know no hashes of styles. It paints photos that its script keeps in memory.
 */
export const framePageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': written({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': 'blob:',
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }),
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
};

const closed = 'camera=(), geolocation=(), usb=(), interest-cohort=()';

/** Another origin whose script may run in a document, and what that script may request. */
export interface ForeignScript {
  scriptUrl: string;
  /** The origin to which the script sends its data, besides its own. */
  sendsTo: string | null;
}

/**
 * Headers of documents in which the card provider's script runs, in place of the fixed ones. Frames may come from any
 * https address: for 3-D Secure the customer's bank shows its own page, and there are thousands of banks.
 */
export const headersWithScript = ({
  scriptUrl,
  sendsTo,
}: ForeignScript): Readonly<Record<string, string>> => {
  const { origin } = new URL(scriptUrl);
  return {
    'content-security-policy': written({
      ...contentRules,
      'script-src': `${contentRules['script-src']} ${origin}`,
      'style-src': `${contentRules['style-src']} ${origin}`,
      'connect-src': [contentRules['connect-src'], origin, sendsTo ?? ''].join(' ').trim(),
      'frame-src': `https: ${origin}`,
    }),
    'permissions-policy': `payment=(self "${origin}"), microphone=(), ${closed}`,
  };
};

/**
 * Headers of every answer. Headers that no current browser reads (for Flash, Internet Explorer, and frames, which
 * `frame-ancestors` covers) are left out.
 */
export const fixedHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': written(contentRules),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  'x-content-type-options': 'nosniff',
  // Voices are recorded in the composer.
  'permissions-policy': `payment=(), microphone=(self), ${closed}`,
});

/** `headers` as the lines of a message. */
export const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * A response class that sends `headers`, except those that the response sets itself: also where Fastify answers without
 * its hooks, and for what is written to Node's response.
 */
export const responseWith = (headers: Readonly<Record<string, string>>): typeof ServerResponse => {
  const names = Object.keys(headers);
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, reason?: string | Headers, own?: Headers): this {
      const [words, given] = typeof reason === 'string' ? [reason, own] : [undefined, own ?? reason];
      if (Array.isArray(given)) throw new TypeError('Headers have to be an object');
      const others = { ...headers };
      for (const name of names) if (this.hasHeader(name)) delete others[name];
      return super.writeHead(status, words, Object.assign(others, given));
    }
  };
};
