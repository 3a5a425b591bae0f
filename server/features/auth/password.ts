import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** Memory in KiB, passes and lanes (OWASP Password Storage Cheat Sheet: 19 MiB, t=2, p=1). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

let running = 0;
const waiting: (() => void)[] = [];

// At most two hashes run concurrently: more would let sign-ins stop the server.
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
};

const hash = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: typeof cost,
): Promise<Buffer> => {
  const parameters: Argon2Parameters = {
    message: Buffer.from(password.normalize('NFC')),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength,
  };
  return inTurn(() => derive('argon2id', parameters));
};

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** An argon2id hash in the PHC string format, which records its cost parameters. */
export const hashPassword = async (password: string, spent = cost): Promise<string> => {
  const nonce = randomBytes(16);
  const tag = await hash(password, nonce, spent);
  return `$argon2id$v=19$m=${spent.memory},t=${spent.passes},p=${spent.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
};

/** `password` is the one that was hashed. The check takes the time of a hash for every answer. */
export const isPassword = async (password: string, stored: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  if (!nonce || !tag) throw new Error('A stored password hash is not in the PHC format');
  const made = await hash(password, Buffer.from(nonce, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  const expected = Buffer.from(tag, 'base64');
  return made.length === expected.length && timingSafeEqual(made, expected);
};

let decoy: Promise<string> | undefined;

/** A hash of a random password, so that an unknown address takes as long as a known one. */
export const decoyHash = (): Promise<string> => {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  return decoy;
};
