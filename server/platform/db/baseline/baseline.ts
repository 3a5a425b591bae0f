import type { Dialect } from '../dialect.ts';
import { accounts } from './accounts.ts';
import { circles } from './circles.ts';
import { comments } from './comments.ts';
import { letters } from './letters.ts';
import { moderation } from './moderation.ts';
import { notifications } from './notifications.ts';
import { operating } from './operating.ts';
import { payments } from './payments.ts';
import { photos } from './photos.ts';
import { posts } from './posts.ts';
import { search } from './search.ts';
import { triggers } from './triggers.ts';

const tables = [
  accounts,
  circles,
  posts,
  photos,
  comments,
  letters,
  notifications,
  moderation,
  payments,
  operating,
];

/**
 * The schema of the first release. Internal integer keys for joins and order; `public_id` is all that leaves. What the
 * tables and columns mean is said by their types in `schema/`.
 */
export const baseline = (dialect: Dialect): string[] => [
  ...tables.flatMap((statements) => statements(dialect.columns)),
  ...search(dialect),
  ...triggers(dialect),
];
