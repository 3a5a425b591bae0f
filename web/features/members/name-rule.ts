import type { Member } from '../../../contract/shapes.ts';

/** Whether more than the name is shown: everybody has a day of joining, which is null where the name rule hides it. */
export const isOpen = (member: Pick<Member, 'createdAt'>): boolean => member.createdAt !== null;
