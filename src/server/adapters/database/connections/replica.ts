import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../../metrics/metrics.ts';
import { bigint, nullable } from '../columns.ts';
import type { Database, NamedQuery, PublicReads, QueryOutcome } from '../database.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { statement } from '../statement.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { connectStandby } from './postgres-database.ts';

export interface ReplicaOptions {
  readonly address: DatabaseAddress;
  /** Serves reads while the replica is unreachable or too far behind. */
  readonly primary: Database;
  readonly poolSize: number;
  /** A replica further behind is not used. */
  readonly mostLagSeconds: number;
  readonly metrics: Metrics;
}

export interface Replica extends PublicReads {
  close(): Promise<void>;
}

const lookMilliseconds = 1_000;
/** Short, so that the primary can still respond within the call's time. */
const readMilliseconds = 1_000;
const connectMilliseconds = 500;
const second = 1_000;

const written = statement({ takes: {}, gives: { position: bigint } })`
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as position`;
// Null after a promotion: the replica is then a separate database.
const replayed = statement({ takes: {}, gives: { position: nullable(bigint) } })`
  select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`;

/**
 * Reads from a replica while it is reachable and has caught up with recent writes. Otherwise, and whenever such a read
 * fails, reads from the primary.
 */
export function followReplica(options: ReplicaOptions): Replica {
  const { primary, mostLagSeconds, metrics } = options;
  const standby = connectStandby({
    address: options.address,
    role: 'earshot_app',
    poolSize: options.poolSize,
    applicationName: 'earshot public reads',
    connectMilliseconds,
  });
  const lag = lagOfReplica(mostLagSeconds);
  const isGood = () => lag.seconds() <= mostLagSeconds;
  const reads = metrics.counter(
    'earshot_public_reads_total',
    'Reads for public pages, by the database that answered.',
    ['at'],
  );
  metrics.gauge('earshot_replica_lag_seconds', 'Lag of the replica; absent while unknown.', () =>
    Number.isFinite(lag.seconds()) ? [{ value: lag.seconds() }] : [],
  );

  const look = async () => {
    const { position } = await written.only(primary, {});
    lag.sawPrimaryAt(position);
    const reached = await replayed.only(standby, {}).catch(() => undefined);
    lag.sawReplicaAt(reached?.position ?? undefined);
  };
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch(() => undefined);
      await sleep(lookMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  const readAtReplica = async (query: NamedQuery): Promise<QueryOutcome | undefined> => {
    try {
      return await standby.query({ ...query, query_timeout: readMilliseconds });
    } catch (error) {
      // Without a cause the pool was only busy. A missing column is normal while a migration is being replicated.
      if (error instanceof DatabaseUnavailable && error.cause) lag.sawReplicaAt(undefined);
      return undefined;
    }
  };
  return {
    read: async (query) => {
      const outcome = isGood() ? await readAtReplica(query) : undefined;
      reads.inc({ at: outcome ? 'replica' : 'primary' });
      return outcome ?? primary.query(query);
    },
    close: async () => {
      stopping.abort();
      await looking;
      await standby.close();
    },
  };
}

/**
 * How old a replica's data is. Its own clock cannot tell: an idle primary looks like a broken connection. So WAL
 * positions of the primary are remembered with their times, and the newest replayed one counts.
 */
function lagOfReplica(mostSeconds: number) {
  let seen: { readonly at: number; readonly position: number }[] = [];
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  return {
    seconds: () => (performance.now() - caughtUpAt) / second,
    sawPrimaryAt: (position: number) => {
      const at = performance.now();
      seen = [...seen.filter((one) => one.at > at - (mostSeconds + 1) * second), { at, position }];
    },
    /** Undefined if the replica is unreachable or has been promoted. */
    sawReplicaAt: (position: number | undefined) => {
      const reached = position === undefined ? undefined : seen.findLast((one) => one.position <= position);
      if (position === undefined) caughtUpAt = Number.NEGATIVE_INFINITY;
      else if (reached) caughtUpAt = reached.at;
    },
  };
}
