const contentRules = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
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

const closed = 'camera=(), microphone=(), geolocation=(), usb=(), interest-cohort=()';

/** Another address whose script may run in a document, and what that script may ask. */
export interface ForeignScript {
  scriptUrl: string;
  /** Where it sends what it was made for, besides its own address. */
  sendsTo: string | null;
}

/**
 * What a document carries, instead of the fixed ones, in which somebody else's script runs. Frames may come from any
 * https address: the bank that is asked whether it is really its customer shows its own page, and there are thousands.
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
    'permissions-policy': `payment=(self "${origin}"), ${closed}`,
  };
};

/**
 * What every answer carries. Put together once: putting them together for each answer took a fifth of
 * the time of an answer without work. Each costs a microsecond an answer, so those that no browser of today asks for
 * (for Flash, for Internet Explorer, for frames, which `frame-ancestors` rules) are left out.
 */
export const fixedHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': written(contentRules),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  'x-content-type-options': 'nosniff',
  'permissions-policy': `payment=(), ${closed}`,
});
