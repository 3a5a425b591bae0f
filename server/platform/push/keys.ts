import { createECDH, hash } from 'node:crypto';
import { secretOf } from '../db/secrets.ts';
import type { Database } from '../db/database.ts';

/** By which push services know this installation (RFC 8292); base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Made from a secret of this installation, so they are there from the first start on and the same on every node. */
export const pushKeysOf = async (db: Database): Promise<PushKeys> => {
  const curve = createECDH('prime256v1');
  // One hash in 2^32 is no valid private key: then hash it again.
  for (let privateKey = hash('sha256', await secretOf(db, 'push'), 'buffer'); ; ) {
    try {
      curve.setPrivateKey(privateKey);
      return {
        publicKey: curve.getPublicKey('base64url'),
        privateKey: privateKey.toString('base64url'),
      };
    } catch {
      privateKey = hash('sha256', privateKey, 'buffer');
    }
  }
};
