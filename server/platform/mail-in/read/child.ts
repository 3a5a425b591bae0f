import { readFile, writeFile } from 'node:fs/promises';
import { becomeCaged, serveCaged } from '../../processes/caged-child.ts';
import type { Answer } from './answer.ts';
import { isOrder, type Order } from './order.ts';

becomeCaged();

const { findKeyNames, readMail } = await import('./mail.ts');

const follow = async ({ mail, photos, trust, records }: Order): Promise<Answer> => {
  const bytes = await readFile(mail);
  if (records === null) return { names: await findKeyNames(bytes) };
  const read = await readMail(bytes, { trust, records });
  for (const [index, photo] of read.photos.entries()) await writeFile(`${photos}${index}`, photo);
  if (read.sound) await writeFile(`${photos}-sound`, read.sound);
  return { mail: read.mail };
};

serveCaged<Order, Answer>(isOrder, follow, (_error, detail) => ({ unreadable: detail }));
