import type { Generated } from 'kysely';

/** A question of one member of a shared circle to another. */
export interface Questions {
  id: Generated<number>;
  public_id: string;
  circle_id: number;
  asker_id: number;
  asked_id: number;
  words: string;
  asked_at: number;
  /** When it came to the asked member; null while it waits for its week. */
  reached_at: Generated<number | null>;
  /** When it was answered, declined, replaced or stopped, or when it faded. Its asker does not learn of it. */
  ended_at: Generated<number | null>;
  /** The moment that answers it, while that exists. */
  answer_id: Generated<number | null>;
}
