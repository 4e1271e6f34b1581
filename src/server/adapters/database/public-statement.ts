import type { Columns, Values } from './columns.ts';
import type { PublicReads, Queryable } from './database.ts';
import type { Hole } from './fragment.ts';
import { statement } from './statement.ts';

/** Where public data may be read: a replica, or the database itself. */
export type PublicSource = PublicReads | Queryable;

/** A statement that a replica may run, because its result is public and may be some seconds old. */
export interface PublicStatement<Takes extends Columns, Gives extends Columns> {
  all(source: PublicSource, values: Values<Takes>): Promise<Values<Gives>[]>;
  /** The first row, or undefined if there is none. */
  one(source: PublicSource, values: Values<Takes>): Promise<Values<Gives> | undefined>;
}

/** Declares a statement as `statement` does; it must only read. */
export function publicStatement<Takes extends Columns, Gives extends Columns>(shape: {
  takes: Takes;
  gives: Gives;
}) {
  return (
    parts: TemplateStringsArray,
    ...holes: Hole<keyof Takes & string>[]
  ): PublicStatement<Takes, Gives> => {
    const declared = statement(shape)(parts, ...holes);
    return {
      all: (source, values) => declared.all(queryable(source), values),
      one: (source, values) => declared.one(queryable(source), values),
    };
  };
}

const queryable = (source: PublicSource): Queryable =>
  'read' in source ? { query: (query) => source.read(query) } : source;
