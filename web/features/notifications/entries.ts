import type { Notification } from '../../../contract/shapes.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

const texts = words.notificationList;

/** Notifications of one kind about one object within a day, as one entry. */
export interface Entry {
  /** Decides what the entry says and opens. */
  newest: Notification;
  ids: readonly string[];
  isRead: boolean;
  title: string;
  /** The people that the title names. */
  names: readonly string[];
}

const dayMs = 24 * 60 * 60_000;

/** More are counted. */
const maxNames = 2;

/** The server joins the notifications of other kinds itself. */
const titles: Readonly<Record<string, (all: { names: readonly string[]; count: number }) => string | null>> =
  {
    comment: ({ names }) => (names.length > 1 ? texts.commented({ names: listed(names) }) : null),
    answer: ({ names }) => (names.length > 1 ? texts.answered({ names: listed(names) }) : null),
    new_sign_in: ({ count }) => texts.signIns({ count }),
  };

const listed = (names: readonly string[]): string[] =>
  names.length > maxNames ? [names[0] ?? '', texts.others({ count: names.length - 1 })] : [...names];

const entryOf = (newest: Notification, all: readonly Notification[]): Entry => {
  const names = [...new Set(all.flatMap(({ actor }) => (actor ? displayName(actor) : [])))];
  return {
    newest,
    ids: all.map(({ id }) => id),
    isRead: all.every(({ isRead }) => isRead),
    title: (all.length > 1 && titles[newest.kind]?.({ names, count: all.length })) || newest.title,
    names,
  };
};

/** The entries of a list of notifications, newest first. */
export const entriesOf = (items: readonly Notification[]): Entry[] => {
  const groups: [Notification, ...Notification[]][] = [];
  for (const item of items) {
    const group = groups.findLast(
      ([newest]) =>
        newest.kind in titles &&
        newest.kind === item.kind &&
        newest.actionUrl === item.actionUrl &&
        Date.parse(newest.createdAt) - Date.parse(item.createdAt) < dayMs,
    );
    if (group) group.push(item);
    else groups.push([item]);
  }
  return groups.map((group) => entryOf(group[0], group));
};
