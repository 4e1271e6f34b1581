import { Pool, type PoolClient } from 'pg';

type GiveBack = (release?: unknown) => void;
type Borrow = (error: Error | undefined, client: PoolClient | undefined, giveBack: GiveBack) => void;

/**
 * A pool for graphile-worker. If its listening connection breaks while the worker stops, the worker may release it
 * twice, which makes `pg` crash, or never, which makes `pg` wait forever.
 */
export class LendingPool extends Pool {
  readonly #lent = new Set<GiveBack>();

  override connect(): Promise<PoolClient>;
  override connect(callback: Borrow): void;
  override connect(callback?: Borrow): Promise<PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect((error, client, giveBack) =>
      callback(error, client, client ? this.#lend(client, giveBack) : giveBack),
    );
    return undefined;
  }

  /** Call it after the borrower has stopped: connections it has not released are closed. */
  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = super.end();
    for (const giveBack of this.#lent) giveBack(true);
    if (!callback) return ended;
    ended.then(callback, callback);
    return undefined;
  }

  #lend(client: PoolClient, giveBack: GiveBack): GiveBack {
    const once = (release?: unknown) => {
      if (this.#lent.delete(once)) giveBack(release);
    };
    this.#lent.add(once);
    client.release = once;
    return once;
  }
}
