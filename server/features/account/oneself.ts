import { messages } from '../../../contract/errors.ts';
import type { PasskeyProof } from '../../../contract/webauthn.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { invalid } from '../../platform/problem.ts';
import { checkPasskey } from '../auth/passkeys.ts';
import { mustKnowPassword } from './password.ts';

/** The proof that the member, and not somebody at their open browser, makes the request. */
export interface Proof {
  password?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/** Asks the member to authenticate again, before a change that a session alone must not make. @throws invalid */
export const mustBeOneself = async (
  house: House,
  viewer: Viewer,
  { password, passkey }: Proof,
): Promise<void> => {
  if (passkey) {
    const { userId, take } = await checkPasskey(house, 'passkey_again', passkey);
    // The challenge and the passkey must belong to the viewer.
    if (userId !== viewer.id) throw invalid('passkey', messages.passkeyFailed);
    await house.db.write(take);
  } else if (password === undefined) throw invalid('password', messages.fillAllFields);
  else await mustKnowPassword(house.db, viewer, password, 'password');
};
