/** Most notifications are about a moment only: their rows need no entries in the indexes of what they are not about. */
export const notificationIndexesWithoutNulls = (): string[] =>
  ['comment', 'circle', 'invitation'].flatMap((kind) => [
    `drop index notifications_of_${kind}`,
    `create index notifications_of_${kind} on notifications (${kind}_id) where ${kind}_id is not null`,
  ]);
