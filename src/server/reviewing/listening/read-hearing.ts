import type { Dependencies } from '../../dependencies.ts';
import { stretchesOf } from './heard-rules.ts';
import {
  countTrackListeners,
  readTrackHeard,
  readTrackMoments,
  readTrackSkips,
  readTrackStays,
} from './hearing-store.ts';
import { isCensored, type Stop, stopByNow } from './stay-rules.ts';
import { stayOf } from './stay-store.ts';

// Reads for the artist's figures of a track. Test accounts and accounts linked with the artist are left out.

type Needs = Pick<Dependencies, 'database'>;

/** Newest first. */
export const readMoments = ({ database }: Needs, trackId: string) =>
  readTrackMoments.all(database, { trackId });
export type MarkedMoment = Awaited<ReturnType<typeof readMoments>>[number];

/** Where each listener who had started the track first skipped it. */
export const readSkips = ({ database }: Needs, trackId: string) => readTrackSkips.all(database, { trackId });

export const countListeners = async ({ database }: Needs, trackId: string): Promise<number> =>
  (await countTrackListeners.only(database, { trackId })).listeners;

/** The seconds that each listener has heard. */
export async function readHeardByListener({ database }: Needs, trackId: string) {
  const rows = await readTrackHeard.all(database, { trackId });
  return rows.map(({ listenerId, heard }) => ({ listenerId, heard: stretchesOf(heard) }));
}

/** How one listener left a track after its paid minute. */
export interface EndedStay {
  readonly listenerId: string;
  /** Seconds heard after choosing to stay, to the millisecond; 0 if they did not choose it. */
  readonly unpaidSeconds: number;
  readonly stop: Stop;
  /** They might have listened longer: the track was over, or the connection was lost. */
  readonly censored: boolean;
  /** The paid minute was 0:00 to 1:00 without seeking. */
  readonly heardWholeMinute: boolean;
}

interface Stays {
  /** Newest first. Listeners who are still listening or choosing are not included. */
  readonly stays: readonly EndedStay[];
  readonly leftOut: number;
}

/** What every listener of a track did after the paid minute. */
export async function readStays(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  trackId: string,
): Promise<Stays> {
  const now = clock.now();
  const rows = await readTrackStays.all(database, { trackId });
  const stays = rows.flatMap((row) => {
    const stay = row.leftOut === null ? stayOf(row) : undefined;
    const stop = stay && stopByNow(stay, now);
    if (!stay || !stop) return [];
    return {
      listenerId: row.listenerId,
      unpaidSeconds: stay.unpaidMs / 1000,
      stop,
      censored: isCensored(stop),
      heardWholeMinute: row.wholeMinute,
    };
  });
  return { stays, leftOut: rows.filter(({ leftOut }) => leftOut !== null).length };
}
