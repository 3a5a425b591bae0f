import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { groupsOf, scannedSheet, splitKey } from '../../contract/text/key-sheets.ts';
import { newBackupKey } from '../../server/features/system/backup/crypt.ts';
import { fails, operate, operateTyping, succeeds } from '../harness/operate.ts';
import { password, TestServer } from '../harness/test-server.ts';

describe('restoring a backup with key sheets', () => {
  let folder = '';
  let backup = '';
  let fresh: TestServer | undefined;
  let sheets: string[] = [];
  let strangers: string[] = [];
  const target = (): TestServer => fresh ?? assert.fail();

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'circle-sheets-'));
    const { privateKey, publicKey } = await newBackupKey();
    sheets = splitKey(privateKey) ?? [];
    strangers = splitKey(privateKey) ?? [];
    const server = await TestServer.open('sqlite');
    await server.member('Ana');
    const sealing = { environment: { ...server.environment, BACKUP_PUBLIC_KEY: publicKey } };
    await succeeds(operate(sealing, 'backup', path.join(folder, 'circle.backup')));
    backup = path.join(folder, 'circle.backup.age');
    await server.close();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const inFresh = async (work: () => Promise<void>) => {
    fresh = await TestServer.open('sqlite');
    try {
      await work();
    } finally {
      await fresh.close();
    }
  };

  const isRestored = async () => {
    const ana = target().visitor('Ana');
    await ana.signIn(password);
    await target().mailsTo(ana);
  };

  const fileOf = async (...lines: string[]): Promise<string> => {
    const file = path.join(folder, 'sheets.txt');
    await writeFile(file, lines.join('\n'));
    return file;
  };

  test('two sheets in a file restore a backup, and wrong ones say what is wrong', async () => {
    const [first = '', second = ''] = sheets;
    const groups = groupsOf(first);
    await inFresh(async () => {
      const refuses = async (line: RegExp, ...lines: string[]) =>
        fails(operate(target(), 'restore', backup, '--key', await fileOf(...lines)), line);
      await refuses(/These key sheets were not made together\./, first, strangers[1] ?? '');
      await refuses(/Both are the same key sheet\./, first, first);
      await refuses(/A key sheet has 65 letters, this one 64\.$/, first, second.slice(1));
      await refuses(/No key sheet has these letters: b\.$/, first, second.replace(/.$/, 'B'));
      const other = second[7] === 'Q' ? 'P' : 'Q';
      await refuses(/group 2 has a wrong letter\.$/, first, second.slice(0, 7) + other + second.slice(8));
      await refuses(/This is no key/, first);

      const file = await fileOf(
        '# Ana’s and Ben’s',
        groups.slice(0, 7).join(' '),
        groups.slice(7).join(' '),
        '',
        second,
      );
      assert.match(await succeeds(operate(target(), 'restore', backup, '--key', file)), /all is well\.$/);
      await isRestored();
    });
  });

  test('two sheets are typed, and a mistyped one is typed again', async () => {
    const [first = '', , third = ''] = sheets;
    const half = groupsOf(first).slice(0, 6).join('-');
    const rest = groupsOf(first).slice(6).join('-');
    const other = third[0] === 'Q' ? 'P' : 'Q';
    await inFresh(async () => {
      const typing = (...lines: string[]) =>
        operateTyping(target(), `${lines.join('\n')}\n`, 'restore', backup, '--sheets');
      await fails(typing(half, '', first), /Two key sheets are needed\. Nothing was restored\.$/);
      const said = await succeeds(
        typing(half, rest, other + third.slice(1), scannedSheet(third).toLowerCase()),
      );
      for (const line of [
        /30 of 65 letters/,
        /This is sheet 1 of 3/,
        /group 1 has a wrong letter\. Type this sheet again/,
        /This is sheet 3 of 3/,
        /all is well\.$/,
      ])
        assert.match(said, line);
      await isRestored();
    });
    await inFresh(() =>
      fails(
        operate(target(), 'restore', backup, '--sheets', '--key', 'x'),
        /Give --key or --sheets, not both\./,
      ),
    );
  });
});
