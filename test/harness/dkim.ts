import { generateKeyPairSync } from 'node:crypto';

const generate = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });

let generated: ReturnType<typeof generate> | undefined;

/** The key with which example.org signs its mails, generated at the first use. */
export const dkimKey = (): ReturnType<typeof generate> => (generated ??= generate());

const failure = (code: string): Promise<never> =>
  Promise.reject(Object.assign(new Error(`DNS of the tests: ${code}`), { code }));

/** DNS of the tests: example.org has a key with the selector `test`, and one for which nothing answers, `silent`. */
export const resolveTestTxt = (name: string): Promise<string[][]> => {
  if (name === 'silent._domainkey.example.org') return failure('ETIMEOUT');
  if (name !== 'test._domainkey.example.org') return failure('ENOTFOUND');
  return Promise.resolve([[`v=DKIM1; k=rsa; p=${dkimKey().publicKey.toString('base64')}`]]);
};

/** Every domain of the tests has a mail server, but those below `nowhere.example`. */
export const resolveTestMx = (domain: string): Promise<{ exchange: string; priority: number }[]> =>
  domain.endsWith('nowhere.example')
    ? Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    : Promise.resolve([{ exchange: 'mx.example.org', priority: 10 }]);
