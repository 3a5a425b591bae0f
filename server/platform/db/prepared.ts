import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { PreparedStatement, Parameters, Queries } from './database.ts';
import type { Dialect } from './dialect.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export interface CompiledStatement {
  readonly query: CompiledQuery;
  readonly text: string;
  /** The values in the order of the text's placeholders. */
  readonly bind: (parameters: Parameters) => (string | number | null)[];
}

/** Builds a prepared statement's text once. Calls differ in their values only. */
export const compileStatement = <P extends Parameters, Row>(
  statement: PreparedStatement<P, Row>,
  queries: Queries,
  dialect: Dialect,
): CompiledStatement => {
  const placeholders: Record<string, RawBuilder<unknown>> = {};
  for (const name of statement.parameters) placeholders[name] = sql.val(new Placeholder(name));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one placeholder was made for each name
  const built = statement.text(placeholders as { [K in keyof P]: RawBuilder<P[K]> }, dialect);
  const query: CompiledQuery = built.compile(queries);
  const slots = query.parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return { name: parameter.name };
    if (parameter === null || typeof parameter === 'string' || typeof parameter === 'number')
      return { fixed: parameter };
    throw new TypeError(`Prepared statement ${statement.name} holds a value that cannot be bound`);
  });
  return {
    query,
    text: dialect.translate(query.sql),
    bind: (parameters) =>
      slots.map((slot) => (slot.name === undefined ? slot.fixed : (parameters[slot.name] ?? null))),
  };
};
