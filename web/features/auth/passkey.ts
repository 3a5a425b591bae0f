import type { Output } from '../../../contract/endpoint.ts';
import type * as account from '../../../contract/account.ts';
import * as auth from '../../../contract/auth.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { NewCredential, PasskeyProof } from '../../../contract/webauthn.ts';
import { api } from '../../data/api.ts';

/** Whether this browser knows passkeys, and this page came in a way in which it lets them be used. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && globalThis.isSecureContext;

// Loaded only for passkeys: conversion between bytes and text.
const library = () => import('@simplewebauthn/browser');

type Question = Output<typeof auth.askPasskey>;

/** Has the person use a passkey. Throws what the browser throws where none was used. */
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

/** Has the person make a passkey. */
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
