import type { FindingWords, Finding } from './findings.ts';
import { codeOf, isWrong, ok, oneLine, wrong } from './findings.ts';
import { encryptionTrouble, reachServer, startedTls } from './reach-server.ts';

/** A mail server by its form: `smtpUrl` says the same for the library. */
export interface CheckedServer {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  user: string | null;
  smtpUrl: string;
}

const saidIn = (error: unknown): string =>
  oneLine(error instanceof Error && 'response' in error ? String(error.response) : codeOf(error));

/** Checks step by step whether a mail server takes mails from this user; none is sent. */
export const checkMailServer = async (
  { host, port, security, user, smtpUrl }: CheckedServer,
  words: FindingWords,
): Promise<Finding[]> => {
  const found = await reachServer({ host, port, secure: security === 'tls' }, words);
  if (found.some(isWrong)) return found;
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const begun = security === 'tls' ? [] : [startedTls(security === 'starttls', words)];
  try {
    await transport.verify();
    return [...found, ...begun, ...(user === null ? [] : [ok('sign-in', words.signIn({ user }))])];
  } catch (error) {
    const named = { host, port: String(port) };
    const code = codeOf(error);
    const said = saidIn(error);
    const trouble = encryptionTrouble(error, { host, port }, words);
    if (trouble) return [...found, trouble];
    if (code === 'ETLS') return [...found, wrong('encryption', words.noStartTls(named))];
    if (code === 'EAUTH') return [...found, ...begun, wrong('sign-in', words.signInRefused({ host, said }))];
    return [...found, ...begun, wrong('sign-in', words.broken({ host, said }))];
  } finally {
    transport.close();
  }
};
