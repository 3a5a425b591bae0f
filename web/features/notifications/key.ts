import type { Key } from '../../data/query.ts';

/** The beginning of all cache keys of notifications. */
export const notificationsKey: Key = ['/api', 'notifications'];
