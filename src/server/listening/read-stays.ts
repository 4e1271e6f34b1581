import type { Dependencies } from '../dependencies.ts';
import { isCensored, type Stop, stopByNow } from './stay-rules.ts';
import { stayOf } from './stay-store.ts';
import { readTrackStays } from './verdict-store.ts';

/** How one listener left a track after its paid minute. */
export interface EndedStay {
  readonly listenerId: string;
  /** Seconds heard after choosing to, to a thousandth; 0 for who did not choose. */
  readonly unpaidSeconds: number;
  readonly stop: Stop;
  /** They may have gone on: the track was over, or the connection lost. */
  readonly censored: boolean;
  /** The paid minute was 0:00 to 1:00 without a seek. */
  readonly heardWholeMinute: boolean;
}

export interface Stays {
  /** The newest first. Who is still listening or choosing is not among them. */
  readonly stays: readonly EndedStay[];
  /** Listeners who do not count. */
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
