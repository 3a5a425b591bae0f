/** Stands for the clause of `access/` that this process leaves out. The switches of `switches.ts` ask here. */
export interface Removal {
  id: string;
  /** The text that stands for the clause in SQL. */
  becomes: string;
}

let removal: Removal | null = null;
const asked = new Set<string>();

/** Removes one clause, or none, and forgets which clauses were asked for. */
export const remove = (clause: Removal | null): void => {
  removal = clause;
  asked.clear();
};

/** Whether the clause is removed now. */
export const isRemoved = (id: string): boolean => {
  asked.add(id);
  return removal?.id === id;
};

/** The text that stands for the removed clause in SQL. */
export const textOfRemoval = (): string => removal?.becomes ?? '';

/** The ids of all clauses that ran since `remove`. */
export const askedClauses = (): string[] => [...asked];
