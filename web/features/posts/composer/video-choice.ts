import { changeItem, itemOf, keepFile } from '../../../outbox/outbox.ts';
import type { Item } from '../../../outbox/item.ts';
import type { Effort, Part } from '../../media/video/plan.ts';

/** Converts a video again, in another way. */
export const changeVideo = ({ id }: Item, changed: { part?: Part; effort?: Effort }): void => {
  const item = itemOf(id);
  if (!item) return;
  // Stops the conversion that runs.
  changeItem(id, { state: 'paused' });
  changeItem(id, { state: 'waiting', problem: null, input: { ...Object(item.input), ...changed } });
};

/** The file of a video that this browser did not keep. */
export const chooseVideoAgain = async (item: Item, file: File): Promise<void> => {
  await keepFile(item, file, { state: 'waiting', problem: null });
};
