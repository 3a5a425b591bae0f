import type { Dialect } from '../dialect.ts';

/** A member may show their profile to everyone in a circle. */
export const faces = ({ columns: { int } }: Dialect): string[] => [
  `alter table circle_members add column face_since ${int}`,
  `alter table blocked_memberships add column face_since ${int}`,
  'create index circle_members_faces on circle_members (user_id, circle_id) where face_since > 0',
];
