import path from 'node:path';
import { CommandError } from '../../command-error.ts';
import { environmentOfProcess, readSettings, type Settings, variablesOfFile } from '../../settings.ts';
import { type SettingName, settingNames } from '../../settings-variables.ts';
import { at, type Machine, settingsFile, stateFolder } from './machine.ts';

export type Given = Partial<Record<SettingName, string>>;

/** The settings in an environment, without the data folder, which a service does not choose. */
export const givenIn = (environment: Readonly<Record<string, string | undefined>>): Given =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = environment[name]?.trim();
      return name !== 'DATA_DIR' && value ? [[name, value]] : [];
    }),
  );

/** One line that systemd and Node read alike. @throws CommandError for a value that they read differently */
const lineOf = (name: string, value: string): string => {
  if (/['\\\r\n]/.test(value)) {
    throw new CommandError(
      `${name} has a quote, a backslash or a line break: write it into the file of settings yourself.`,
    );
  }
  return `${name}='${value}'`;
};

/** Replaces the settings of these names in a file, and adds the others. @throws CommandError */
export const withSettings = (text: string, given: Given): string => {
  const names = Object.keys(given);
  const kept = text
    .split('\n')
    .filter((line) => line !== '' && !names.includes(/^\s*([A-Z0-9_]+)\s*=/.exec(line)?.[1] ?? ''));
  return [...kept, ...Object.entries(given).map(([name, value]) => lineOf(name, value)), ''].join('\n');
};

/** The settings that the service has now: `.env` of its checkout, and its own file, which wins. */
export const givenToService = (machine: Machine): Given => ({
  ...givenIn(variablesOfFile(path.join(machine.folder, '.env'))),
  ...givenIn(variablesOfFile(at(machine, settingsFile))),
});

/** The environment that gives a program of Circle these settings, and the data of the service. */
export const environmentOf = (machine: Machine, given: Given): NodeJS.ProcessEnv => ({
  PATH: environmentOfProcess()['PATH'],
  NODE_COMPILE_CACHE: environmentOfProcess()['NODE_COMPILE_CACHE'],
  NODE_ENV: 'production',
  ...given,
  DATA_DIR: at(machine, stateFolder),
});

/** The settings as the server of the service reads them. @throws SettingError */
export const settingsFrom = (machine: Machine, given: Given): Settings =>
  readSettings(environmentOf(machine, given));
