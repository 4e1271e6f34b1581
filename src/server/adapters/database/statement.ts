import { createHash } from 'node:crypto';
import type { Columns, Values } from './columns.ts';
import type { Queryable } from './database.ts';
import { flatten, type Hole } from './fragment.ts';

/** An SQL statement with the declared types of its parameters and result. */
export interface Statement<Takes extends Columns, Gives extends Columns> {
  readonly name: string;
  readonly text: string;
  readonly takes: readonly { name: string; type: string }[];
  /** Declared parameters that the SQL does not use. */
  readonly unused: readonly string[];
  readonly gives: readonly { name: string; type: string }[];
  all(db: Queryable, values: Values<Takes>): Promise<Values<Gives>[]>;
  /** The first row, or undefined if there is none. */
  one(db: Queryable, values: Values<Takes>): Promise<Values<Gives> | undefined>;
  /** The one row, which must exist; throws if not. */
  only(db: Queryable, values: Values<Takes>): Promise<Values<Gives>>;
  /** Runs it and returns the number of affected rows. */
  run(db: Queryable, values: Values<Takes>): Promise<number>;
}

type DeclaredStatement = Pick<Statement<Columns, Columns>, 'name' | 'text' | 'takes' | 'unused' | 'gives'>;
const declared: DeclaredStatement[] = [];

/** Every statement of every imported store, for the test that prepares them all. */
export const declaredStatements = (): readonly DeclaredStatement[] => declared;

/**
 * Declares a statement once, at module level. Holes are names of `takes`: statement({ takes: { id: uuid }, gives: {
 * title: text } })`select title from tracks where id = ${'id'}`. They become numbered parameters, so a value never
 * becomes SQL. A hole may also be a fragment: static SQL shared by several statements.
 */
export function statement<Takes extends Columns, Gives extends Columns>(shape: {
  takes: Takes;
  gives: Gives;
  /**
   * Timeout in seconds for a statement that reads a lot. The server's own timeout must be raised in its transaction.
   */
  withinSeconds?: number;
}) {
  return (
    template: TemplateStringsArray,
    ...given: Hole<keyof Takes & string>[]
  ): Statement<Takes, Gives> => {
    const { parts, holes } = flatten(template, given);
    const order = [...new Set(holes)];
    const text = parts.reduce((sql, part, i) => `${sql}$${order.indexOf(holes[i - 1] ?? '') + 1}${part}`);
    const name = createHash('sha256').update(text).digest('hex').slice(0, 24);
    const patience = shape.withinSeconds === undefined ? {} : { query_timeout: shape.withinSeconds * 1000 };
    const query = (db: Queryable, values: Readonly<Partial<Record<string, unknown>>>) =>
      db.query({ name, text, values: order.map((hole) => values[hole]), ...patience });
    const all = async (db: Queryable, values: Values<Takes>) =>
      (await query(db, values)).rows as Values<Gives>[];
    const made: Statement<Takes, Gives> = {
      name,
      text,
      takes: order.map((hole) => ({ name: hole, type: shape.takes[hole]?.type ?? 'unknown' })),
      unused: Object.keys(shape.takes).filter((key) => !holes.some((hole) => hole === key)),
      gives: Object.entries(shape.gives).map(([key, { type }]) => ({ name: key, type })),
      all,
      one: async (db, values) => (await all(db, values))[0],
      only: async (db, values) => {
        const [row] = await all(db, values);
        if (!row) throw new Error(`The statement gave no row: ${text.trim().slice(0, 80)}`);
        return row;
      },
      run: async (db, values) => (await query(db, values)).rowCount,
    };
    declared.push(made);
    return made;
  };
}
