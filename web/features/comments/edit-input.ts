import * as z from 'zod/mini';
import { dropEdit, Edit } from '../../data/edits.ts';
import { type Item, isUnderWay } from '../../outbox/item.ts';
import { addItems, itemsIn, removeItems } from '../../outbox/outbox.ts';
import { words } from '../../words/words.ts';

/** An edit that its member has saved, with the id of the moment or comment, or the `describedKey` of an album. */
export const EditInput = z.extend(z.omit(Edit, { at: true }), { id: z.string() });
export type EditInput = z.infer<typeof EditInput>;

export const editPlace = (id: string): string => `edit/${id}`;

/** Deletes the edit of this moment or comment that is on its way. */
export const removeEdit = (id: string): void => removeItems(itemsIn(editPlace(id)).map((item) => item.id));

/** The items that the server does not have yet. */
export const notArrived = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ state }) => state !== 'arrived');

/** Whether another edit of the same words follows, which has all changes of this one. */
export const isReplaced = ({ id, at, place }: Item): boolean =>
  itemsIn(place).some((other) => other.id !== id && other.at > at);

/** Saves an edit as soon as there is a connection. It replaces earlier ones, but waits for one that may be on its way. */
export const shareEdit = (userId: string, input: EditInput): void => {
  const earlier = itemsIn(editPlace(input.id)).filter((item) => !isUnderWay(item) || !navigator.onLine);
  const [begin = ''] = input.content.split('\n');
  const label = { title: words.edit.of({ begin: begin || null }), circleIds: [] };
  const edit = { kind: 'edit', place: editPlace(input.id), input, label };
  addItems(userId, [edit], { removed: earlier.map(({ id }) => id) });
  dropEdit(userId, input.id);
};
