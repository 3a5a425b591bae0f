import { messages } from '../../../contract/errors/errors.ts';
import type { PasskeyProof } from '../../../contract/text/webauthn.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { invalid } from '../../platform/problem.ts';
import { checkPasskey } from '../auth/passkeys.ts';
import { assertPassword } from './password.ts';

/** The proof that the member, and not somebody at their open browser, makes the request. */
export interface Proof {
  password?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/**
 * Asks the member to authenticate again, before a change that a session alone must not make.
 * @param at the path of the proof's fields in the input
 * @throws invalid
 */
export const assertProof = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  { password, passkey }: Proof,
  at = '',
): Promise<void> => {
  if (passkey) {
    const { userId, take } = await checkPasskey(context, 'passkey_again', passkey);
    // The challenge and the passkey must belong to the viewer.
    if (userId !== viewer.id) throw invalid(`${at}passkey`, messages.passkeyFailed);
    await context.db.write(take);
  } else if (password === undefined) throw invalid(`${at}password`, messages.fillAllFields);
  else await assertPassword(context.db, viewer, password, `${at}password`);
};
