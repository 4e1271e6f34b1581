/** A prepared statement as `pg` takes it: the name makes the server plan it once per connection. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Milliseconds to wait for its answer, for the few statements that may take longer than others. */
  readonly query_timeout?: number;
  /** It reads or locks and writes nothing, so a transaction may send it along with its own beginning. */
  readonly changesNothing?: boolean;
}

export interface QueryOutcome {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number;
}

/** Whatever can run a statement: the pool, or one open transaction. Stores take it first. */
export interface Queryable {
  query(query: NamedQuery): Promise<QueryOutcome>;
}

/**
 * Reads of public data, which may be some seconds old. Never for money, permissions or what the caller has just changed:
 * only statements declared as public accept it.
 */
export interface PublicReads {
  read(query: NamedQuery): Promise<QueryOutcome>;
}

/** An open transaction. Use cases own it; stores only borrow it. */
export interface Transaction extends Queryable {
  readonly inTransaction: true;
  /**
   * Sends the commit right behind the statements that were sent last: for work that decides nothing by their answers. When
   * one of them fails nothing is committed, and the transaction fails with it.
   */
  commitAlong(): void;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction and commits. The work may run again, up to three times in all,
   * after a deadlock, a serialization failure or a lock timeout: it must have no effect outside the transaction.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
