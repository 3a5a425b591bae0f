import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';
import { until } from '../../../operations/authority.ts';
import { root } from '../../../setup/sources.ts';
import type { DebianMachine } from '../debian-machine.ts';
import { assigned, lmtp, password } from './settings.ts';
import { Street } from './street.ts';
import { Walk } from './walk.ts';

interface Start {
  machine: Pick<DebianMachine, 'root' | 'runs'>;
  /** The authority's directory, and the certificate of its root as PEM. */
  authority: { directory: string; root: string };
  /** The output of `service install`. */
  installed: string;
}

const deployed = (name: string): Promise<string> => readFile(path.join(root, 'deploy', name), 'utf8');

/** The line for the operator's commands in docs/operating.md, with another command in the place of `check`. */
const operatorLine = async (command: string): Promise<string> => {
  const page = await readFile(path.join(root, 'docs/operating.md'), 'utf8');
  const [, line] = /^(systemd-run --pty .* dist\/server\/circle\.js) check$/m.exec(page) ?? [];
  assert.ok(line, 'docs/operating.md has no line for the commands of the operator');
  return `cd /opt/circle && ${line} ${command}`;
};

const toNginx = async ({ machine }: Start): Promise<void> => {
  await writeFile(path.join(machine.root, 'etc/nginx/conf.d/circle.conf'), await deployed('nginx.conf'));
  await machine.runs('systemctl restart nginx');
};

const renewal = `REQUESTS_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt \
certbot renew --force-renewal --no-random-sleep-on-renew --cert-name circle.example.org`;

/** Caddy gets another certificate, from the authority of the tests. */
const toCaddy = async ({ machine, authority }: Start): Promise<void> => {
  const config = await deployed('Caddyfile');
  const changed = config.replace('\n{\n', `\n{\n\tacme_ca ${authority.directory}\n`);
  assert.notEqual(changed, config);
  await writeFile(path.join(machine.root, 'etc/caddy/Caddyfile'), changed);
  await machine.runs('systemctl stop nginx; systemctl start caddy');
  await until(() => fetch('https://circle.example.org/healthz'), 120_000);
};

const restart = `systemctl restart postgresql@17-main dovecot postfix
until curl -sf http://localhost:3000/readyz; do sleep 0.2; done`;

/** Postfix passes a subdomain on, as docs/operating.md says. */
const toLmtp = `postconf -e relay_domains=letters.example.org \
  'transport_maps=inline:{letters.example.org=lmtp:inet:127.0.0.1:2424}'
systemctl restart postfix
cd /opt/circle && ${assigned(lmtp)} npm run circle -- service install`;

const countReturned = `runuser -u postgres -- psql -At circle -c "select bounces from users where email = 'rosa@example.org'"`;

/** Restores the backup into an SQLite file and a folder, and checks them. */
const restore = `cd /opt/circle && export DATA_DIR=/tmp/restored
node_modules/.bin/node dist/server/circle.js restore /var/lib/circle/copies/
node_modules/.bin/node dist/server/circle.js check`;

const isRedirected = `curl -s -o /dev/null -w '%{redirect_url}' http://circle.example.org/join`;

/** Walks the main job, first behind nginx, then behind Caddy. @returns the steps, with what was measured */
export const walkThrough = async (start: Start): Promise<string> => {
  const { machine, authority, installed } = start;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.root]);
  const street = await Street.open();
  const circle = async (command: string) => machine.runs(await operatorLine(command));
  const walk = new Walk({ street, ca: authority.root, password, circle });
  const steps: string[] = [];
  const step = async (name: string, act: () => Promise<string | void>) => {
    const found = await act();
    steps.push(found === undefined ? name : `${name} (${found})`);
    console.log(`  ${steps.at(-1)}`);
  };
  const front = async (clients: readonly [string, string]) => {
    assert.equal(await machine.runs(isRedirected), 'https://circle.example.org/join');
    await walk.front();
    await walk.addresses(clients);
  };
  try {
    await toNginx(start);
    await step('two members join by link and by mail', () => walk.join(installed));
    await step('photos and live updates through nginx', () => walk.share('Seen through nginx'));
    await step('addresses of clients behind nginx', () => front(['127.0.0.2', '127.0.0.3']));
    await step('its certificate renewed', async () => void (await machine.runs(renewal)));
    assert.match(await circle('mail-in --check'), /Mail can be received/);
    await step('a mailbox member joins', () => walk.rosaJoins());
    await step('letters answered, by IMAP', () => walk.letters('Who brings lemons?'));
    await step('a photo by mail', () => walk.mailPhoto('Our lemon tree'));
    await toCaddy(start);
    await step('addresses of clients behind Caddy', () => front(['127.0.0.4', '127.0.0.5']));
    await step('PostgreSQL, Dovecot and Postfix restarted', async () => void (await machine.runs(restart)));
    await step('photos and live updates through Caddy', () => walk.share('Seen through Caddy'));
    await step('letters answered, by IMAP', () => walk.letters('Who brings more?'));
    await machine.runs(toLmtp);
    await step('letters answered, by LMTP', () => walk.letters('Who brings the cake?'));
    await machine.runs("sed -i '/^rosa@/d' /etc/dovecot/users");
    await step('a letter comes back', () =>
      walk.returned(async () => Number(await machine.runs(countReturned))),
    );
    assert.match(await circle('check'), /all is well/);
    await circle('backup /var/lib/circle/copies/');
    await step('backup of PostgreSQL and S3, restored into SQLite and files', async () => {
      assert.match(await machine.runs(restore), /all is well/);
    });
    return steps.join(', ');
  } finally {
    await street.close();
  }
};
