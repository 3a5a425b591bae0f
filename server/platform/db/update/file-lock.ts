import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds the lock of a file that has no other use. The system ends it with this process, however that ends.
 * @returns null while another process holds it
 */
export const tryLock = (file: string): Disposable | null => {
  writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch {
    lock.close();
    return null;
  }
};
