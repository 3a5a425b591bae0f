import type { ReplyKey } from '../../platform/mail/reply-keys.ts';

/** The numbers of a member's new addresses, by the key of their circle. */
export type Renewed = ReadonlyMap<number, number>;

/**
 * The key in the address with which a member shares moments with a circle. The first one names the circle; a new one names its
 * number alone, so the old one has no effect.
 */
export const keyOfCircle = (
  { user, circle }: { user: number; circle: number },
  renewed: Renewed,
): ReplyKey => {
  const number = renewed.get(circle);
  return number === undefined
    ? { kind: 'circle', user, object: circle }
    : { kind: 'address', user, object: number };
};
