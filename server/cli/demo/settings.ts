import { SettingGroup } from '../../../contract/settings.ts';
import { type Settings, settingsOfProcess } from '../../settings.ts';
import { squareSettingNames } from '../../settings-square.ts';

const isHere = (address: string | undefined): boolean =>
  address !== undefined && ['localhost', '127.0.0.1'].includes(new URL(address).hostname);

/**
 * The settings of the demonstration. Its password is published, so it listens to this machine alone, and no form reaches
 * out of its folder. All other settings in `.env` concern the real server.
 */
export const demoSettings = (dataDir: string): Settings => {
  const settings = settingsOfProcess(['PORT', 'APP_LANGUAGE', ...squareSettingNames]);
  return {
    ...settings,
    dataDir,
    setOutside: SettingGroup.options,
    // A stand-in on this machine may be paid; any other takes real money.
    square: isHere(settings.square?.url) ? settings.square : null,
    mailIn: { listen: 'smtp', host: '127.0.0.1', port: 0, tls: null },
    mailReply: 'circle+{key}@demo.example',
    // Many people can be tried one after the other.
    rateLimitFactor: 0,
  };
};
