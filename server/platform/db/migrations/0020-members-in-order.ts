/** An index that finds the first members of a circle, for the faces in a list, without reading all of them. */
export const membersInOrder = (): string[] => [
  'create index circle_members_in_order on circle_members (circle_id, added_at, user_id)',
];
