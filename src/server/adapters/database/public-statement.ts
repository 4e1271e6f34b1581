import type { Columns, Values } from './columns.ts';
import type { PublicReads, Queryable } from './database.ts';
import type { Hole } from './fragment.ts';
import { statement } from './statement.ts';

/** Where something public may be read: at a replica, or at the database itself. */
export type PublicSource = PublicReads | Queryable;

/** A statement that a replica may answer, because everybody may see what it gives, and may see it some seconds late. */
export interface PublicStatement<Takes extends Columns, Gives extends Columns> {
  all(source: PublicSource, values: Values<Takes>): Promise<Values<Gives>[]>;
  /** The first row, or undefined when there is none. */
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
