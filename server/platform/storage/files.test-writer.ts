import { createFileStorage } from './files.ts';

// Stands for a server that is killed while it stores photos (files.test.ts): says which are stored, and goes
// on.
const [, , root = ''] = process.argv;
const storage = createFileStorage(root);
const write = async (writer: number): Promise<void> => {
  for (let round = 0; ; round += 1) {
    const key = `${writer}${(round % 16).toString(16)}00/${round}.webp`;
    await storage.put(key, Buffer.alloc(200_000, writer));
    process.send?.(key);
  }
};
await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
