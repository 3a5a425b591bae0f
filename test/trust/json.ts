// Reads answers whose shape is not known.

export type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
export const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
export const entries = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
export const idsOf = (value: unknown): string[] => entries(value).map(({ id }) => String(id));
export const sorted = (ids: Iterable<string>): string[] => [...ids].toSorted();
/** Makes rows comparable whatever their order. */
export const unordered = (rows: readonly unknown[]): string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted();
