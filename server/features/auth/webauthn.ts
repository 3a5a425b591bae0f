import type { NewCredential, UsedCredential } from '../../../contract/text/webauthn.ts';

// Importing takes 0.1 s and a few megabytes: load it for the first passkey, not at the start.
const library = () => import('@simplewebauthn/server');

interface Expected {
  /** The host name; `origin` is the whole origin. */
  id: string;
  origin: string;
  challenge: string;
}

interface NewPasskey {
  id: string;
  publicKey: string;
  counter: number;
}

// The library throws on every invalid input, with a message for the log.
const valueOrCause = async <T>(
  work: () => Promise<T | null>,
): Promise<{ value: T | null; cause?: unknown }> => {
  try {
    return { value: await work() };
  } catch (cause) {
    return { value: null, cause };
  }
};

/** Reads a new passkey, which must have been made with its member's consent and for this origin. */
export const verifyNewPasskey = async (
  credential: NewCredential,
  expected: Expected,
): Promise<{ made: NewPasskey | null; cause?: unknown }> => {
  const { verifyRegistrationResponse } = await library();
  const { value: made, ...rest } = await valueOrCause(async () => {
    const { id, rawId, type, response } = credential;
    const { clientDataJSON, attestationObject } = response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [-8, -7, -257],
    });
    if (!verified) return null;
    const { id: madeId, publicKey, counter } = registrationInfo.credential;
    return { id: madeId, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  });
  return { made, ...rest };
};

/** Reads the use of a passkey. @returns its new counter, or null if the signature is not valid */
export const verifyPasskeyUse = async (
  credential: UsedCredential,
  expected: Expected & { passkey: { credential_id: string; public_key: string; counter: number } },
): Promise<{ counter: number | null; cause?: unknown }> => {
  const { verifyAuthenticationResponse } = await library();
  const { passkey } = expected;
  const { value: counter, ...rest } = await valueOrCause(async () => {
    const { id, rawId, type, response } = credential;
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  });
  return { counter, ...rest };
};
