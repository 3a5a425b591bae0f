import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import { settingsFrom } from '../../server/cli/service/settings-file.ts';
import { writeUnit } from '../../server/cli/service/unit.ts';
import { fails, operateAsProgram, succeeds } from '../harness/operate.ts';
import { Person } from '../harness/person.ts';
import { registration } from '../accounts/registration.ts';
import { openMachine, type SystemdMachine } from './systemd-machine.ts';
import { root } from '../setup/sources.ts';
import { longTest } from '../runner/long-test.ts';

const unitFile = 'etc/systemd/system/circle.service';

// OPERATE-26: on a folder in the place of the machine. Stand-ins on the PATH record the calls of systemctl, id, useradd and
// journalctl; they start the real server, as the unit says.
describe('Circle as a service of systemd', () => {
  let machine: SystemdMachine;
  before(async () => {
    machine = await openMachine();
  });
  after(() => machine.close());

  const service = (words: string[], settings: Record<string, string> = {}) =>
    operateAsProgram(
      { environment: { ...machine.environment, ...settings } },
      'service',
      ...words,
      '--root',
      machine.folder,
    );

  test('a machine without systemd gets one sentence, and nothing is written', async () => {
    await mkdir(machine.at('empty'));
    const words = ['service', 'install', '--root', machine.at('empty')];
    await fails(operateAsProgram(machine, ...words), /^This machine has no systemd: [^\n]+\.$/);
    await fails(operateAsProgram(machine, 'service', 'start'), /^Say what to do: [^\n]+\.$/);
    await fails(service(['status']), /^There is no service/);
  });

  test('--dry says what would be done, and does nothing', async () => {
    const said = await succeeds(service(['install', '--dry']));
    for (const file of ['etc/circle.env', unitFile]) {
      assert.ok(said.includes(machine.at(file)), said);
      assert.ok(!existsSync(machine.at(file)), file);
    }
    assert.deepEqual(machine.calls(), ['id -u circle']);
  });

  test('install starts the server with the settings of its call, and prints the link of the first member', async () => {
    const said = await succeeds(service(['install'], { MAIL_FROM: 'Circle <circle@example.org>' }));
    assert.match(said, new RegExp(`http://localhost:${machine.port}/join/\\w{10}$`));
    assert.deepEqual(machine.calls(), [
      'id -u circle',
      'useradd --system --home-dir /var/lib/circle --shell /usr/sbin/nologin circle',
      'systemctl daemon-reload',
      'systemctl enable circle',
      'systemctl restart circle',
      'journalctl -u circle -n 200 -o cat --no-pager',
    ]);
    const settings = machine.read('etc/circle.env');
    assert.equal(settings, `PORT='${machine.port}'\nMAIL_FROM='Circle <circle@example.org>'\n`);
    assert.equal(statSync(machine.at('etc/circle.env')).mode & 0o777, 0o600);
    const unit = machine.read(unitFile);
    assert.ok(unit.includes(`WorkingDirectory=${path.resolve(root)}\n`), unit);
    assert.match(unit, /^AmbientCapabilities=CAP_NET_BIND_SERVICE$/m);
    assert.ok(existsSync(machine.at('var/lib/circle/circle.db')));
    assert.match(await succeeds(service(['status'])), /^The service is active, and Circle answers at /);
  });

  test('a folder of backups may have a space in its name, and may be away', async () => {
    const unit = machine.read(unitFile);
    const settings = settingsFrom(
      { root: machine.folder, folder: root },
      { BACKUP_DIR: '/mnt/Größte Platte/100% Circle' },
    );
    await writeUnit({ root: machine.folder, folder: path.resolve(root) }, settings);
    assert.equal(
      machine.read(unitFile),
      unit.replace(/^UMask=.*$/m, '$&\nReadWritePaths="-/mnt/Größte Platte/100%% Circle"'),
    );
  });

  test('systemd accepts the unit, where this machine has its verifier', (t) => {
    const checked = spawnSync('systemd-analyze', ['verify', machine.at(unitFile)], { encoding: 'utf8' });
    if (checked.error) return t.skip('no systemd-analyze');
    assert.equal(checked.status, 0, checked.stderr);
    assert.doesNotMatch(checked.stderr, /Unknown|Failed to parse/);
  });

  longTest(
    'a second install changes the settings that it is given, keeps the others and the data, and prints no link once somebody joined',
    async () => {
      const [, inviteCode = ''] = /\/join\/(\w{10})/.exec(machine.read('journal')) ?? [];
      const ada = new Person('Ada', `http://localhost:${machine.port}`);
      await ada.ask(auth.register, registration(ada, inviteCode));
      await writeFile(machine.at('etc/circle.env'), `# Mine\n${machine.read('etc/circle.env')}`);
      const said = await succeeds(service(['install'], { METRICS_TOKEN: 'sixteen-letters-or-more' }));
      for (const absent of ['useradd', 'add the account', '/join/']) assert.ok(!said.includes(absent), said);
      assert.deepEqual(machine.read('etc/circle.env').split('\n'), [
        '# Mine',
        "MAIL_FROM='Circle <circle@example.org>'",
        `PORT='${machine.port}'`,
        "METRICS_TOKEN='sixteen-letters-or-more'",
        '',
      ]);
      await fails(service(['install'], { PUBLIC_URL: 'nonsense' }), /^PUBLIC_URL must be/);
      await fails(service(['install'], { MAIL_FROM: "Circle's <c@example.org>" }), /^MAIL_FROM has a quote/);
    },
  );

  test('remove stops the service and deletes the unit, and the data and the settings stay', async () => {
    machine.calls();
    await succeeds(service(['remove']));
    assert.deepEqual(machine.calls(), ['systemctl disable --now circle', 'systemctl daemon-reload']);
    assert.ok(!existsSync(machine.at(unitFile)));
    for (const file of ['etc/circle.env', 'var/lib/circle/circle.db'])
      assert.ok(existsSync(machine.at(file)));
    await assert.rejects(fetch(`http://localhost:${machine.port}/readyz`));
    await fails(service(['remove']), /^There is no service to remove/);
  });

  test('install refuses to start an empty place beside members who are in another folder', async () => {
    const another = await openMachine();
    await mkdir(another.at('former'));
    await writeFile(another.at('former/circle.db'), '');
    const environment = { ...another.environment, DATA_DIR: another.at('former') };
    const words = ['service', 'install', '--root', another.folder];
    await fails(
      operateAsProgram({ environment }, ...words),
      /^Members of a Circle are in .+ move the folder/,
    );
    await another.close();
  });
});
