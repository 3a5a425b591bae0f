/** A push has no content that a browser's keys would encrypt. */
export const pushesWithoutKeys = (): string[] => [
  'alter table push_subscriptions drop column p256dh',
  'alter table push_subscriptions drop column auth',
];
