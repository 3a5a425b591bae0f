import assert from 'node:assert/strict';
import type { Cast, Told } from './cast.ts';
import type { CircleModel, Who } from './model-shapes.ts';

/** Numbers that choose people and objects by their position among the existing ones. */
export interface Drawn {
  who: number;
  whom: number;
  what: number;
  more: number;
}

export const nth = <T>(all: Iterable<T>, place: number): T | undefined => {
  const list = [...all];
  return list[place % Math.max(1, list.length)];
};

/** One action that is played. */
export interface Play {
  cast: Cast;
  act: Drawn;
  who: Who;
  whom: Who;
}

export const expects = (told: Told, status: number, about: string) =>
  assert.equal(told.status, status, `${about}: ${told.text}`);

/** Requests for a circle: 404 out of sight, 403 for the owner's actions. */
export const asOwner = ({ cast, who }: Play, circle: CircleModel): number | null => {
  if (!cast.model.seesCircle(who, circle)) return 404;
  return circle.owner === who ? null : 403;
};
