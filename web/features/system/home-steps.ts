import type { SetupId, SetupItem } from '../../../contract/system.ts';

/** The steps that a family feels first. Home lists the done ones too, until all are done. */
const first: readonly SetupId[] = ['address', 'https', 'mail', 'administrator', 'backup'];

/** Troubles that come later, to a place that was set up. */
const later: readonly SetupId[] = ['disk', 'proxy'];

export const isOpen = ({ state }: SetupItem): boolean => state === 'todo';

/** The steps that Home lists, and how many of the first ones are done; `isLater` once only troubles are left. */
export const homeSteps = (
  items: readonly SetupItem[],
): { items: SetupItem[]; done: number; isLater: boolean } => {
  const listed = (ids: readonly SetupId[]) => ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const firsts = listed(first).filter(({ state }) => state !== 'unknown');
  const troubles = listed(later).filter(isOpen);
  const isLater = !firsts.some(isOpen);
  return {
    items: isLater ? troubles : [...firsts, ...troubles],
    done: firsts.filter((item) => !isOpen(item)).length,
    isLater,
  };
};
