import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { NewCredential, UsedCredential } from '../../contract/text/webauthn.ts';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const base64 = (bytes: Buffer) => bytes.toString('base64url');

/** Ways to falsify a passkey's answer, for tests that it is refused. */
interface Bent {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  challenge?: string;
}

/** A passkey in software: P-256, no attestation, a counter. It encodes only the CBOR that it needs. */
export class Authenticator {
  readonly id = randomBytes(32);
  counter = 0;
  readonly #origin: string;
  readonly #private: KeyObject;
  readonly #cose: Buffer;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  #client(type: string, challenge: string, { origin = this.#origin }: Bent): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(flags: number, { rpId = new URL(this.#origin).hostname, userVerified = true }: Bent): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | (userVerified ? 0x05 : 0x01), 0);
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), head]);
  }

  make(challenge: string, bent: Bent = {}): NewCredential {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([this.#data(0x40, bent), Buffer.alloc(16), length, this.id, this.#cose]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return {
      id: base64(this.id),
      rawId: base64(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: base64(this.#client('webauthn.create', bent.challenge ?? challenge, bent)),
        attestationObject: base64(attestation),
        transports: ['internal'],
      },
    };
  }

  use(challenge: string, bent: Bent = {}): UsedCredential {
    this.counter += 1;
    const client = this.#client('webauthn.get', bent.challenge ?? challenge, bent);
    const data = this.#data(0, bent);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#private);
    return {
      id: base64(this.id),
      rawId: base64(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      },
    };
  }
}
