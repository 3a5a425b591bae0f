// The chosen files of imports, which the browser does not store.
import type { Item } from '../../outbox/item.ts';
import { itemOf } from '../../outbox/outbox.ts';
import type { ChosenFile } from './archive/read-archive.ts';
import type { SourceFile } from './archive/source-file.ts';
import { reopen } from './choose-files.ts';
import type { ImportRecord } from './record.ts';

export type ImportFiles = ReadonlyMap<string, SourceFile>;

/** By item. */
const held = new Map<string, ImportFiles>();

export const holdFiles = ({ id }: Pick<Item, 'id'>, files: ImportFiles): void => {
  for (const known of held.keys()) if (!itemOf(known)) held.delete(known);
  held.set(id, files);
};

export const openChosen = async (chosen: readonly ChosenFile[]): Promise<SourceFile[]> => {
  const { openFiles } = await import('./archive/read-archive.ts');
  return openFiles(chosen);
};

export const byPath = (files: readonly SourceFile[]): ImportFiles =>
  new Map(files.map((file) => [file.path, file]));

export const areAtHand = ({ id }: Pick<Item, 'id'>): boolean => held.has(id);

/** The files of an import; null if its member has to choose them again, or to allow the page to read them. */
export const filesOf = async (item: Item, { handles }: ImportRecord): Promise<ImportFiles | null> => {
  const known = held.get(item.id);
  if (known) return known;
  const chosen = handles && (await reopen(handles));
  if (!chosen) return null;
  const files = byPath(await openChosen(chosen));
  holdFiles(item, files);
  return files;
};
