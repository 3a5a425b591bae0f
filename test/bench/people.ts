import { Chance } from './chance.ts';
import type { Filler } from './filler.ts';

// The measured community. Members 1 to 100 are in 10 circles and the next 50 in 50. Their feeds are measured, so
// their circles are lively: they contain half of all posts at every size.
export const memberCount = 20_000;
const circleCount = 100_000;
export const inTen = { from: 1, to: 100, circles: 10 };
export const inFifty = { from: 101, to: 150, circles: 50 };
const livelyCount = 400;
const bigCount = 20;
const bigSize = 500;

/** The first circle after the Contacts circles. Member 7 owns Contacts circle 7. */
export const firstLively = memberCount + 1;
export const firstBig = firstLively + livelyCount;
const firstOrdinary = firstBig + bigCount;

/** Earlier than every other time of a circle. */
export const began = Date.UTC(2026, 0, 1);

export interface People {
  /** Keys of the members of each circle, its owner first, by the circle's key. */
  readonly members: readonly number[][];
  /** Keys of the circles of each member. */
  readonly circles: readonly number[][];
  readonly isIn: (circle: number, member: number) => boolean;
  readonly isShared: (circle: number) => boolean;
}

const firstNames = [
  'Ada',
  'Bo',
  'Cleo',
  'Dora',
  'Emil',
  'Finn',
  'Greta',
  'Hugo',
  'Ida',
  'Jon',
  'Kira',
  'Lev',
];
const lastNames = ['Abel', 'Brandt', 'Costa', 'Diaz', 'Ek', 'Falk', 'Grau', 'Holm', 'Ivers', 'Jung', 'Kern'];

const isShared = (circle: number): boolean =>
  circle > memberCount && (circle < firstOrdinary || circle % 5 !== 0);

/** Draws who is in which circle. */
export const drawPeople = (): People => {
  const chance = new Chance(1);
  const members: number[][] = Array.from({ length: circleCount + 1 }, () => []);
  const circles: number[][] = Array.from({ length: memberCount + 1 }, () => []);
  const present = new Set<number>();
  const keyOf = (circle: number, member: number) => circle * 32_768 + member;
  const add = (circle: number, member: number): void => {
    if (present.has(keyOf(circle, member))) return;
    present.add(keyOf(circle, member));
    members[circle]?.push(member);
    circles[member]?.push(circle);
  };
  const ordinary = () => inFifty.to + 1 + chance.below(memberCount - inFifty.to);

  for (let circle = 1; circle <= circleCount; circle++)
    add(circle, circle <= memberCount ? circle : ordinary());
  for (const group of [inTen, inFifty]) {
    for (let member = group.from; member <= group.to; member++) {
      while ((circles[member]?.length ?? 0) < group.circles) {
        add(firstLively + chance.below(livelyCount), member);
      }
    }
  }
  for (let circle = 1; circle <= circleCount; circle++) {
    const isBig = circle >= firstBig && circle < firstOrdinary;
    const size = isBig ? bigSize : 3 + chance.below(25);
    while ((members[circle]?.length ?? size) < size) add(circle, ordinary());
  }
  return { members, circles, isShared, isIn: (circle, member) => present.has(keyOf(circle, member)) };
};

/** Writes members, their pictures and their circles. `postsOf` counts each member's posts, `posts` is the total. */
export const fillPeople = async (
  filler: Filler,
  people: People,
  { posts, postsOf }: { posts: number; postsOf: Uint32Array },
): Promise<void> => {
  const chance = new Chance(2);
  const everyone = Array.from({ length: memberCount }, (_, index) => index + 1);
  await filler.insert(
    'users',
    'id public_id email email_key email_confirmed_at password_hash username first_name last_name search_text is_admin verification_status avatar_id posts_count created_at',
    everyone.map((id) => {
      const first = chance.pick(firstNames);
      const last = `${chance.pick(lastNames)} ${id}`;
      const email = `member-${id}@example.org`;
      const folded = `${first} ${last} person${id}`.toLowerCase();
      const count = postsOf[id] ?? 0;
      return [
        id,
        chance.id(),
        email,
        email,
        began,
        'none',
        `person${id}`,
        first,
        last,
        folded,
        0,
        'approved',
        id,
        count,
        began,
      ];
    }),
  );
  const squares = JSON.stringify([96, 512].map((width) => ({ name: String(width), width })));
  await filler.insert(
    'images',
    'id public_id owner_id kind position width height placeholder variants bytes created_at',
    everyone.map((id) => [
      id,
      chance.id(),
      id,
      'avatar',
      0,
      512,
      512,
      'nQcKDQL2t4d4h3eHd3d3d3dwdwd3',
      squares,
      30_000,
      began,
    ]),
  );
  await filler.insert(
    'circles',
    'id public_id owner_id kind is_contacts name description color shows_earlier member_count created_at',
    people.members.slice(1).map((inside, index) => {
      const id = index + 1;
      const isContacts = id <= memberCount;
      const kind = people.isShared(id) ? 'shared' : 'private';
      const name = isContacts ? 'Contacts' : `Circle ${id}`;
      return [
        id,
        chance.id(),
        inside[0] ?? 0,
        kind,
        Number(isContacts),
        name,
        '',
        '#3B82F6',
        1,
        inside.length,
        began,
      ];
    }),
  );
  await filler.insert(
    'circle_members',
    'circle_id user_id priority sees_after_post_id added_by added_at',
    people.members.flatMap((inside, circle) =>
      inside.map((member, place) => {
        // One member in five joined a circle late and does not see its earlier posts. Owners were there from the
        // beginning.
        const seesFrom = place > 0 && chance.below(5) === 0 ? Math.floor(chance.share() * 0.4 * posts) : 0;
        return [circle, member, chance.below(10), seesFrom, inside[0] ?? 0, began];
      }),
    ),
  );
  const pairs = everyone
    .filter((id) => id % 20 === 0)
    .map((id) => [id, inFifty.to + 1 + chance.below(5_000), began]);
  await filler.insert('blocks', 'blocker_id blocked_id created_at', pairs);
  await filler.insert(
    'mutes',
    'muter_id muted_id created_at',
    pairs.map(([id, other, at]) => [id ?? 0, (other ?? 0) + 5_000, at ?? 0]),
  );
};
