import type { Cents } from '#contract/primitives.ts';

/** The PostgreSQL type of a parameter or column, with the TypeScript type of its values. */
export interface Column<Value> {
  readonly type: string;
  /** Never set: it only carries the TypeScript type. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;
type ValueOf<C> = C extends Column<infer Value> ? Value : never;
type OptionalName<C extends Columns> = {
  [K in keyof C]: unknown extends ValueOf<C[K]> ? never : undefined extends ValueOf<C[K]> ? K : never;
}[keyof C];
/** `optional` columns may be omitted. */
export type Values<C extends Columns> = { [K in Exclude<keyof C, OptionalName<C>>]: ValueOf<C[K]> } & {
  [K in OptionalName<C>]?: ValueOf<C[K]>;
};

const column = <Value>(type: string): Column<Value> => ({ type });

export const uuid = column<string>('uuid');
export const text = column<string>('text');
export const integer = column<number>('integer');
export const bigint = column<number>('bigint');
export const double = column<number>('double precision');
export const boolean = column<boolean>('boolean');
export const timestamp = column<Date>('timestamp with time zone');
/** A calendar day as YYYY-MM-DD. */
export const date = column<string>('date');
export const bytes = column<Buffer>('bytea');
export const cents = column<Cents>('bigint');
export const uuidList = column<string[]>('uuid[]');
export const textList = column<string[]>('text[]');
export const integerList = column<number[]>('integer[]');
export const bigintList = column<number[]>('bigint[]');

/** A jsonb value whose shape the code that writes the row guarantees. */
export const json = <Value>(): Column<Value> => column<Value>('jsonb');
/** A text column that a check constraint limits to these values. */
export const oneOf = <const Choice extends string>(..._choices: Choice[]): Column<Choice> =>
  column<Choice>('text');
export const nullable = <Value>(inner: Column<Value>): Column<Value | null> =>
  column<Value | null>(inner.type);
/** A parameter of a filtered read: undefined leaves the filter out. */
export const optional = <Value>(inner: Column<Value>): Column<Value | undefined> =>
  column<Value | undefined>(inner.type);
