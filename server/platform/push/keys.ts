import { createECDH, createPrivateKey, hash, type KeyObject } from 'node:crypto';
import { secretOf } from '../db/secrets.ts';
import type { Database } from '../db/database.ts';

/** By which push services know this installation (RFC 8292). */
export interface PushKeys {
  /** The uncompressed point, as browsers expect it; base64url. */
  publicKey: string;
  privateKey: KeyObject;
}

/** Made from a secret of this installation, so they are there from the first start on and the same on every node. */
export const pushKeysOf = async (db: Database): Promise<PushKeys> => {
  const curve = createECDH('prime256v1');
  // One hash in 2^32 is no valid private key: then hash it again.
  for (let privateKey = hash('sha256', await secretOf(db, 'push'), 'buffer'); ; ) {
    try {
      curve.setPrivateKey(privateKey);
      break;
    } catch {
      privateKey = hash('sha256', privateKey, 'buffer');
    }
  }
  const point = curve.getPublicKey();
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
    d: curve.getPrivateKey('base64url'),
  };
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key, format: 'jwk' }),
  };
};
