import { sql } from 'kysely';
import * as z from 'zod/mini';
import { Language, Sharing } from '../../../contract/shapes.ts';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';

/** The row of `meta` with what administrators chose for this place. */
export const placeKey = 'place';

const Stored = z.object({
  name: z.nullable(z.string()),
  language: Language,
  /** Null where nobody was asked. */
  sharing: z._default(z.nullable(Sharing), null),
});
export type StoredPlace = z.infer<typeof Stored>;

const storedPlace = prepared<{ key: string }, { value: string }>({
  name: 'stored_place',
  parameters: ['key'],
  text: ({ key }) => sql`select value from meta where key = ${key}`,
});

/** The choices of administrators for this place; null before the first one. */
export const findStoredPlace = async (from: StatementRunner): Promise<StoredPlace | null> => {
  const [kept] = await from.run(storedPlace, { key: placeKey });
  return kept ? Stored.parse(JSON.parse(kept.value)) : null;
};
