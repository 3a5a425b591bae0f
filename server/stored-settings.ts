import { SettingGroup } from '../contract/settings.ts';
import type { Database, Tx } from './platform/db/database.ts';
import { readSettingRows, sealOf, type Seal, writeSettingRow } from './platform/db/secrets.ts';
import type { Logger } from './platform/log.ts';
import type { Settings } from './settings.ts';
import { Kept, partOf, settingsOfKept } from './settings-groups.ts';

/** Settings that administrators make by forms: sealed rows, used where the environment does not decide. */
export interface StoredSettings {
  /** The values that are stored for a group; null without any, or where another installation sealed them. */
  find(group: SettingGroup): Promise<Kept | null>;
  /** Stores what `next` makes of what was stored, or nothing, and uses it. `also` writes in the same transaction. */
  change(
    group: SettingGroup,
    next: (before: Kept | null) => Kept | null,
    also: (tx: Tx) => Promise<void>,
  ): Promise<void>;
  /** Uses the settings that are stored now. */
  apply(): Promise<void>;
  /** Calls `act` after settings of this process have changed. */
  onChange(act: () => Promise<void>): void;
}

const groups = SettingGroup.options;

/** Follows what is stored by changing `settings`, the one object that features read. */
export const createStoredSettings = (db: Database, settings: Settings, log: Logger): StoredSettings => {
  const atStart = { ...settings };
  const applied = new Map<SettingGroup, string>();
  const acts: (() => Promise<void>)[] = [];
  let sealing: Promise<Seal> | undefined;
  const seal = () => (sealing ??= sealOf(db, 'settings'));

  const open = (by: Seal, group: SettingGroup, sealed: string | undefined): Kept | null => {
    if (sealed === undefined) return null;
    try {
      return Kept.parse(JSON.parse(by.open(group, sealed)));
    } catch {
      log.error(
        { group },
        'Settings that another installation stored cannot be opened; they count as not set',
      );
      return null;
    }
  };

  const use = async (): Promise<void> => {
    const sealed = await readSettingRows(db.read);
    const changed = groups.filter(
      (group) => !settings.setOutside.includes(group) && sealed.get(group) !== applied.get(group),
    );
    if (changed.length === 0) return;
    const by = await seal();
    for (const group of changed) {
      const row = sealed.get(group);
      const kept = open(by, group, row);
      Object.assign(settings, kept ? settingsOfKept(kept, settings) : partOf(group, atStart));
      if (row === undefined) applied.delete(group);
      else applied.set(group, row);
    }
    for (const act of acts) await act();
  };

  // Serialize reloads, so that a slow earlier read cannot overwrite a newer one.
  let last: Promise<void> = Promise.resolve();
  const apply = (): Promise<void> => (last = last.catch(() => undefined).then(use));

  return {
    find: async (group) => open(await seal(), group, (await readSettingRows(db.read)).get(group)),
    change: async (group, next, also) => {
      const by = await seal();
      await db.write(async (tx) => {
        const after = next(open(by, group, (await readSettingRows(tx.q)).get(group)));
        await writeSettingRow(tx, group, after && by.close(group, JSON.stringify(after)));
        await also(tx);
      });
      await apply();
    },
    apply,
    onChange: (act) => {
      acts.push(act);
    },
  };
};
