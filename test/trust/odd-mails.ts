import { numbers } from './odd-images.ts';

/** Lines that parsers of mails stumble over. */
const fragments = [
  'Content-Type: multipart/mixed; boundary=""',
  'Content-Type: multipart/alternative; boundary=alt',
  'Content-Type: text/plain; charset="no-such-charset"',
  'Content-Type: message/rfc822',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  "Content-Disposition: attachment; filename*0*=utf-8''%ff; filename*1=b",
  'Content-Type: text/html',
  'From: =?utf-8?B?????=, <a@b>, Group: <c@d>;',
  'DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=test; h=from:from; bh=x; b=y',
  'DKIM-Signature: ;;;=;b=',
  'Authentication-Results: ((((((("',
  '--alt',
  '--alt--',
  '--',
  '-- ',
  '=00=FF=',
  '<div><blockquote type="cite"><p',
  '<!--',
  '\0\u0001\u007f',
  '\ufeff\u202e\ud800',
  ' ',
  '',
];

/** Mails that take much time or memory to read carelessly; the slowest come last. */
const heavy: readonly (() => string)[] = [
  () => `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(100_000)}`,
  () => `Content-Type: text/html\r\n\r\n${'<a "'.repeat(200_000)}`,
  () => `Content-Type: text/html\r\n\r\n${'<'.repeat(1_000_000)}`,
  () => `Content-Type: text/html\r\n\r\n${'<!--'.repeat(200_000)}`,
  () => `Content-Type: text/html\r\n\r\n${'<blockquote type=cite>x'.repeat(50_000)}`,
  () => `Content-Type: text/html\r\n\r\n${'&#x41'.repeat(200_000)}`,
  () => `X: y\r\n\r\n${'On x\n'.repeat(100_000)}wrote:`,
  () => `X: y\r\n\r\n${'On '.repeat(130_000)}wrote`,
  () => `X: y\r\n\r\n${' \t'.repeat(500_000)}:`,
  () => `X: y\r\n\r\n${'-'.repeat(1_000_000)}`,
  () => `References: ${'<a@b> '.repeat(40_000)}\r\n\r\nx`,
  () => `To: ${'a@b.example,'.repeat(20_000)}\r\n\r\nx`,
  () => `From: ${'('.repeat(200_000)}\r\n\r\nx`,
  () => `Authentication-Results: ${'(mx;'.repeat(50_000)}\r\n\r\nx`,
  () => `Subject: ${'=?utf-8?Q?=C3?= '.repeat(15_000)}\r\n\r\nx`,
  () =>
    Array.from(
      { length: 5_000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join(''),
  () =>
    `From: a@example.net\r\n${'DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=test; h=from; bh=x; b=y\r\n'.repeat(2_000)}\r\nx`,
  () => `Content-Type: text/html\r\n\r\n${'<div>'.repeat(200_000)}`,
  () => `X: y\r\n\r\n${'> '.repeat(500_000)}`,
  () => `X: y\r\n\r\n${'From: a\n'.repeat(100_000)}`,
  () => `X: y\r\n\r\n${'\n'.repeat(490_000)}`,
  () => `Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n${'A'.repeat(24_000_000)}`,
  () => 'x'.repeat(25_000_000),
  () => `X: y\r\n\r\n${'x\n'.repeat(12_000_000)}`,
];

/**
 * Every 25th is a heavy mail while there are any. The others are damaged copies of the `valid` ones: truncated, or with
 * bytes and lines changed.
 */
export const oddMail = (valid: readonly Buffer[], at: number): Buffer => {
  const whole = at % 25 === 0 ? heavy[at / 25] : undefined;
  if (whole) return Buffer.from(whole());
  // Neighbouring seeds would begin with nearly the same numbers.
  const draw = numbers(Math.imul(at + 1, 2_654_435_761));
  const bytes = Buffer.from(valid[at % valid.length] ?? '');
  const kind = draw(4);
  if (kind === 0) return bytes.subarray(0, draw(bytes.length));
  if (kind === 1) {
    for (let change = draw(20); change >= 0; change -= 1) bytes[draw(bytes.length)] = draw(256);
    return bytes;
  }
  const lines = bytes.toString('latin1').split('\r\n');
  for (let change = draw(8); change >= 0; change -= 1) {
    const place = draw(lines.length);
    const line = lines[draw(lines.length)] ?? '';
    if (kind === 2) lines.splice(place, draw(3), fragments[draw(fragments.length)] ?? '');
    else lines.splice(place, draw(2), line.repeat(1 + draw(3)));
  }
  return Buffer.from(lines.join(draw(5) === 0 ? '\n' : '\r\n'), 'latin1');
};
