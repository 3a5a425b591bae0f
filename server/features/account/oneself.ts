import { messages } from '../../../contract/errors.ts';
import type { PasskeyProof } from '../../../contract/webauthn.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { invalid } from '../../platform/problem.ts';
import { checkPasskey } from '../auth/passkeys.ts';
import { mustKnowPassword } from './password.ts';

/** What proves that it is still the member who sits there. */
export interface Proof {
  password?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/** Asks again who it is, before something that a session alone must not do. @throws invalid */
export const mustBeOneself = async (
  house: House,
  viewer: Viewer,
  { password, passkey }: Proof,
): Promise<void> => {
  if (passkey) {
    const { userId, take } = await checkPasskey(house, 'passkey_again', passkey);
    // Somebody else's question and passkey prove somebody else.
    if (userId !== viewer.id) throw invalid('passkey', messages.passkeyFailed);
    await house.db.write(take);
  } else if (password === undefined) throw invalid('password', messages.fillAllFields);
  else await mustKnowPassword(house.db, viewer, password, 'password');
};
