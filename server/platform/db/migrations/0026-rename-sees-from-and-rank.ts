/** Columns named after what they hold. Nodes of an older version fail on them: see the release notes. */
export const renameSeesFromAndRank = (): string[] => [
  `alter table circle_members rename column sees_from to sees_after_post_id`,
  `alter table blocked_memberships rename column sees_from to sees_after_post_id`,
  `alter table post_circles rename column rank to popularity`,
];
