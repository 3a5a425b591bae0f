export const password = 'three-borrowed-ladders';

export const settings = {
  PUBLIC_URL: 'https://circle.example.org',
  TRUST_PROXY: '127.0.0.1,::1',
  DATABASE_URL: `postgres://circle:${password}@localhost/circle`,
  S3_ENDPOINT: 'http://127.0.0.1:7480',
  S3_REGION: 'default',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'circle',
  S3_SECRET_ACCESS_KEY: password,
  SMTP_URL: `smtp://circle%40example.org:${password}@mail.example.org:587`,
  MAIL_FROM: 'Circle <circle@example.org>',
  MAIL_IN: `imaps://circle%40example.org:${password}@mail.example.org/INBOX`,
  MAIL_REPLY: 'circle+{key}@example.org',
};

/** Mail by LMTP, from a Postfix that passes a subdomain on. */
export const lmtp = { MAIL_IN: 'lmtp://127.0.0.1:2424', MAIL_REPLY: '{key}@letters.example.org' };

/** Settings as assignments before a command of a shell. */
export const assigned = (given: Readonly<Record<string, string>>): string =>
  Object.entries(given)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ');
