import type { MomentKind } from '#contract/reviewing/listening/moment-kinds.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { type Stretch, stretchesOf } from './heard-rules.ts';
import { countTrackListeners, readTrackHeard, readTrackMoments, readTrackSkips } from './verdict-store.ts';

// Reads for the artist's figures of a track. Test accounts and accounts linked with the artist are left out.

type Needs = Pick<Dependencies, 'database'>;

export interface MarkedMoment {
  readonly listenerId: string;
  readonly kind: MomentKind;
  readonly atSecond: number;
  readonly markedAt: Date;
}

/** Listeners' marks, newest first. */
export const readMoments = ({ database }: Needs, trackId: string): Promise<readonly MarkedMoment[]> =>
  readTrackMoments.all(database, { trackId });

export interface SkippedAt {
  readonly listenerId: string;
  /** Whole seconds into the track. */
  readonly atSecond: number;
}

/** Where each listener who had started the track first skipped it. */
export const readSkips = ({ database }: Needs, trackId: string): Promise<readonly SkippedAt[]> =>
  readTrackSkips.all(database, { trackId });

/** How many listeners have started the track. */
export const countListeners = async ({ database }: Needs, trackId: string): Promise<number> =>
  (await countTrackListeners.only(database, { trackId })).listeners;

export interface HeardByListener {
  readonly listenerId: string;
  readonly heard: readonly Stretch[];
}

/** The seconds that each listener has heard. */
export async function readHeardByListener(
  { database }: Needs,
  trackId: string,
): Promise<readonly HeardByListener[]> {
  const rows = await readTrackHeard.all(database, { trackId });
  return rows.map(({ listenerId, heard }) => ({ listenerId, heard: stretchesOf(heard) }));
}
