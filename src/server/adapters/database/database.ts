/** A prepared statement for `pg`. The name makes the server parse it once per connection. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Timeout in milliseconds, for the few statements that may take longer than others. */
  readonly query_timeout?: number;
}

export interface QueryOutcome {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number;
}

/** Anything that can run a statement: the pool, or an open transaction. The first parameter of every store function. */
export interface Queryable {
  query(query: NamedQuery): Promise<QueryOutcome>;
}

/** An open transaction. Use cases own it; stores only use it. */
export interface Transaction extends Queryable {
  readonly inTransaction: true;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction and commits. After a deadlock, serialization failure or lock timeout
   * the work is run again, at most three times in all, so it must have no effect outside the transaction.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
