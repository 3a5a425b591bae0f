import { fail, SettingError } from './setting-error.ts';
import type { Variables } from './settings-variables.ts';

export interface SquareSettings {
  /** Where the provider's interface is. */
  url: string;
  accessToken: string;
  applicationId: string;
  locationId: string;
  /** Which variation of the provider's catalogue is which plan. */
  plans: Readonly<Record<'basic' | 'premium', string>>;
  webhookKey: string;
  /** The script that shows the card field in the browser. */
  scriptUrl: string;
  /** Where that script sends what is typed, besides its own address. */
  cardUrl: string | null;
}

export const squareSettingNames = [
  'SQUARE_ENVIRONMENT',
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_APPLICATION_ID',
  'SQUARE_LOCATION_ID',
  'SQUARE_PLAN_BASIC',
  'SQUARE_PLAN_PREMIUM',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
  'SQUARE_SCRIPT_URL',
] as const;
type SettingName = (typeof squareSettingNames)[number];

/** The addresses of the provider's two environments (its pages on the web SDK and on content security policies). */
const squarePlaces = {
  sandbox: {
    url: 'https://connect.squareupsandbox.com',
    scriptUrl: 'https://sandbox.web.squarecdn.com/v1/square.js',
    cardUrl: 'https://pci-connect.squareupsandbox.com',
  },
  production: {
    url: 'https://connect.squareup.com',
    scriptUrl: 'https://web.squarecdn.com/v1/square.js',
    cardUrl: 'https://pci-connect.squareup.com',
  },
} as const;

const squarePlace = (environment: string) => {
  if (environment === 'sandbox' || environment === 'production') return squarePlaces[environment];
  const url = URL.parse(environment);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingError('SQUARE_ENVIRONMENT must be sandbox, production or an address.');
  }
  return { url: url.origin, scriptUrl: null, cardUrl: null };
};

export const squareSettings = (read: Variables): SquareSettings | null => {
  const given = squareSettingNames.find((name) => read[name] !== null);
  if (!given) return null;
  const required = (name: SettingName): string =>
    read[name] ??
    fail(`${name} is needed when ${given === name ? 'another SQUARE_ setting' : given} is set.`);
  const { url, cardUrl, ...place } = squarePlace(required('SQUARE_ENVIRONMENT'));
  const scriptUrl = read.SQUARE_SCRIPT_URL ?? place.scriptUrl ?? required('SQUARE_SCRIPT_URL');
  const plans = { basic: required('SQUARE_PLAN_BASIC'), premium: required('SQUARE_PLAN_PREMIUM') };
  if (plans.basic === plans.premium) {
    throw new SettingError('SQUARE_PLAN_PREMIUM must be another plan variation than SQUARE_PLAN_BASIC.');
  }
  return {
    url,
    accessToken: required('SQUARE_ACCESS_TOKEN'),
    applicationId: required('SQUARE_APPLICATION_ID'),
    locationId: required('SQUARE_LOCATION_ID'),
    plans,
    webhookKey: required('SQUARE_WEBHOOK_SIGNATURE_KEY'),
    scriptUrl: new URL(scriptUrl).href,
    cardUrl,
  };
};
