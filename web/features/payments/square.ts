// The part of Square's Web Payments SDK that is used here, in the words of its reference
// (developer.squareup.com/reference/sdks/web/payments).

interface Buyer {
  givenName: string;
  familyName: string;
  email: string;
}

/** Data for the bank's verification (3-D Secure): a charge now, or a card stored for later charges. */
export type Verification = { billingContact: Buyer; customerInitiated: true; sellerKeyedIn: false } & (
  | { intent: 'CHARGE'; amount: string; currencyCode: 'USD' }
  | { intent: 'STORE' }
);

interface TokenResult {
  status: string;
  token?: string;
  errors?: readonly { message?: string }[];
}

export interface Card {
  attach(target: HTMLElement): Promise<void>;
  tokenize(verification: Verification): Promise<TokenResult>;
  destroy(): Promise<boolean>;
}

interface Square {
  payments(applicationId: string, locationId: string): { card(): Promise<Card> };
}

declare global {
  interface Window {
    Square?: Square;
  }
}

const addScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // Remove the failed script, so that a second attempt loads it again.
      script.remove();
      reject(new Error('The card provider’s script could not be loaded'));
    });
    document.head.append(script);
  });

export interface Provider {
  applicationId: string;
  locationId: string;
  scriptUrl: string;
}

/** Prepares the provider's card field. It loads the provider's script, which only the payment pages may run. */
export const makeCard = async ({ applicationId, locationId, scriptUrl }: Provider): Promise<Card> => {
  if (!window.Square) await addScript(scriptUrl);
  if (!window.Square) throw new Error('The card provider’s script did not start');
  return window.Square.payments(applicationId, locationId).card();
};
