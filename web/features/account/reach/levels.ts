import type * as notifications from '../../../../contract/notifications.ts';
import { isFixed, type Kind, type Way } from './kinds.ts';

/** The groups in which kinds are chosen together. Every other kind is about the member's own account. */
const members: Readonly<Record<'likes' | 'answers' | 'people' | 'admin', readonly Kind[]>> = {
  likes: ['like'],
  answers: ['comment', 'answer', 'mention', 'followed_comment'],
  people: [
    'added_to_circle',
    'added_to_contacts',
    'invitation_accepted',
    'circle_invitation',
    'circle_handed_over',
    'circle_passed_on',
    'letters_carry_content',
    'letters_returned',
  ],
  admin: ['report_waiting', 'verification_waiting', 'backup_failed', 'account_locked', 'name_waiting'],
};

export const groups = ['likes', 'answers', 'people', 'account', 'admin'] as const;
export type Group = (typeof groups)[number];

export const groupOf = (kind: Kind): Group =>
  groups.find((group) => group !== 'account' && members[group].includes(kind)) ?? 'account';

export const levels = ['off', 'circle', 'push', 'mail'] as const;
export type Level = (typeof levels)[number];

/** Each level has the channels of those before it. */
const atLevel = (level: Level): notifications.Choice => ({
  bell: level !== 'off',
  push: level === 'push' || level === 'mail',
  email: level === 'mail',
});

/** The choice of a kind at a level: what nobody can choose stays as it is. */
export const choiceAt = (
  kind: Kind,
  level: Level,
  now: notifications.Choice,
  ways: readonly Way[],
): notifications.Choice => {
  const wanted = atLevel(level);
  const pick = (way: Way) => (isFixed(kind, way) || !ways.includes(way) ? now[way] : wanted[way]);
  return { bell: pick('bell'), push: pick('push'), email: pick('email') };
};

type Choices = Readonly<Record<Kind, notifications.Choice>>;

const isAt = (kind: Kind, level: Level, choices: Choices, ways: readonly Way[]): boolean => {
  const wanted = choiceAt(kind, level, choices[kind], ways);
  return ways.every((way) => wanted[way] === choices[kind][way]);
};

/** The levels that a group can have. The bell of some kinds cannot be switched off. */
export const levelsOf = (kinds: readonly Kind[], ways: readonly Way[]): Level[] =>
  levels.filter(
    (level) =>
      !(level === 'off' && kinds.some((kind) => isFixed(kind, 'bell'))) &&
      !(level === 'push' && !ways.includes('push')) &&
      !(level === 'mail' && !ways.includes('email')),
  );

/** The level that most kinds of a group have, and how many differ from it. */
export const commonLevel = (
  kinds: readonly Kind[],
  choices: Choices,
  ways: readonly Way[],
): { level: Level; differing: number } => {
  const counted = levelsOf(kinds, ways).map((level) => ({
    level,
    count: kinds.filter((kind) => isAt(kind, level, choices, ways)).length,
  }));
  const [most] = counted.toSorted((a, b) => b.count - a.count);
  return { level: most?.level ?? 'circle', differing: kinds.length - (most?.count ?? 0) };
};
