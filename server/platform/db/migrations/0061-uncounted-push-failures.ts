/** Only the answer of its push service ends a subscription; failures are not counted any more. */
export const uncountedPushFailures = (): string[] => ['alter table push_subscriptions drop column failures'];
