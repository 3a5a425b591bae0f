import type { Output } from '../../../contract/endpoint.ts';
import type * as account from '../../../contract/account.ts';
import * as auth from '../../../contract/auth.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { NewCredential, PasskeyProof } from '../../../contract/text/webauthn.ts';
import { api } from '../../data/api.ts';

/** Whether this browser supports passkeys and lets this page use them. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && globalThis.isSecureContext;

// This conversion between bytes and text is loaded only for passkeys.
const library = () => import('@simplewebauthn/browser');

type Question = Output<typeof auth.askPasskey>;

/** Asks the browser to use a passkey. Throws the browser's error if none was used. */
export const answerWithPasskey = async ({ ticket, options }: Question): Promise<PasskeyProof> => {
  const { startAuthentication } = await library();
  const { challenge, rpId, timeout, userVerification } = options;
  const credential = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId,
      timeout,
      userVerification,
      allowCredentials: options.allowCredentials.map(({ id, type }) => ({ id, type })),
    },
  });
  return { ticket, credential };
};

/** Asks the browser to create a passkey. */
export const makePasskey = async ({
  options,
}: Output<typeof account.beginPasskey>): Promise<NewCredential> => {
  const { startRegistration } = await library();
  return startRegistration({
    optionsJSON: {
      ...options,
      excludeCredentials: options.excludeCredentials.map(({ id, type }) => ({ id, type })),
    },
  });
};

export const signInWithPasskey = async (): Promise<CurrentUser> =>
  api(auth.signInByPasskey, await answerWithPasskey(await api(auth.askPasskey, {})));
