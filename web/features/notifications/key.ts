import type { Key } from '../../data/query.ts';

/** The beginning of the keys of all that is kept of notifications. */
export const notificationsKey: Key = ['/api', 'notifications'];
