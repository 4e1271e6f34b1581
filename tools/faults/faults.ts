import { mixedLoad } from '../load/mixed-load.ts';
import { clockFaults } from './clock-faults.ts';
import { flippedBit } from './damaged-data.ts';
import { badNetwork, holdPool, holdWallet, stopDatabase } from './database-faults.ts';
import { fullAudioVolume, fullDatabaseVolume } from './disk-faults.ts';
import type { Check, Fault, FaultSize } from './fault.ts';
import { lostPrimary } from './lost-primary.ts';
import { killBoth, killServer, smallHeap, stopInLoad } from './server-faults.ts';
import { killWhileMigrating } from './start-faults.ts';

/** A scenario's size; it runs once by default. */
export interface Scenario {
  readonly perCommit?: Partial<FaultSize>;
  /** For the long nightly run. */
  readonly nightly?: Partial<FaultSize>;
}

export const faults: readonly (Scenario & { fault: Fault })[] = [
  { fault: killServer, perCommit: { times: 10 }, nightly: { times: 200 } },
  {
    fault: stopDatabase('F3a immediate stop of the database', 'SIGQUIT'),
    perCommit: { times: 3 },
    nightly: { times: 50 },
  },
  {
    fault: stopDatabase('F3b kill -9 of the postmaster', 'SIGKILL'),
    perCommit: { times: 2 },
    nightly: { times: 50 },
  },
  { fault: killBoth, nightly: { times: 20 } },
  ...(['delay', 'throttle', 'slices', 'reset', 'black hole'] as const).map((weather, i) => ({
    fault: badNetwork(weather, String.fromCharCode(97 + i)),
  })),
  { fault: holdPool },
  { fault: holdWallet },
  ...clockFaults.map((fault) => ({ fault })),
  { fault: stopInLoad, perCommit: { times: 2 }, nightly: { times: 20 } },
  { fault: smallHeap },
];

/** The faults and the load without clients that move money. */
export const checks: readonly (Scenario & { check: Check })[] = [
  { check: killWhileMigrating, perCommit: { times: 3 }, nightly: { times: 30 } },
  { check: fullDatabaseVolume, nightly: { times: 10 } },
  { check: fullAudioVolume, nightly: { times: 10 } },
  { check: lostPrimary, nightly: { times: 3 } },
  { check: flippedBit, nightly: { times: 5 } },
  {
    check: mixedLoad,
    perCommit: { users: 300, seconds: 180 },
    nightly: { users: 1_000, seconds: 1_800 },
  },
];
