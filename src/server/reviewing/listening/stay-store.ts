import { bigint, boolean, nullable, oneOf, timestamp, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';
import { type Rest, type Stay, type Stop, stops } from './stay-rules.ts';

const rest = oneOf<Rest>('paused', 'hidden', 'left', 'lost');
const stop = oneOf<Stop>(...stops);

/** The columns of the stay `stay`; all null without one. */
export const stayColumns = {
  minuteAt: nullable(timestamp),
  chosenAt: nullable(timestamp),
  unpaidMs: nullable(bigint),
  reportedAt: nullable(timestamp),
  rest: nullable(rest),
  stop: nullable(stop),
};
export const stayList = fragment`stay.minute_at as "minuteAt", stay.chosen_at as "chosenAt", stay.unpaid_ms as "unpaidMs",
     stay.reported_at as "reportedAt", stay.rest, stay.stop`;
/** The stay of the lease `a`. */
export const stayJoin = fragment`left join stays stay on stay.track_id = a.track_id and stay.listener_id = a.listener_id`;

interface StayRow extends Omit<Stay, 'minuteAt' | 'unpaidMs' | 'reportedAt'> {
  readonly minuteAt: Date | null;
  readonly unpaidMs: number | null;
  readonly reportedAt: Date | null;
}

export function stayOf(row: StayRow): Stay | undefined {
  const { minuteAt, chosenAt, unpaidMs, reportedAt, rest, stop } = row;
  if (minuteAt === null || unpaidMs === null || reportedAt === null) return undefined;
  return { minuteAt, chosenAt, unpaidMs, reportedAt, rest, stop };
}

export const startStay = statement({
  takes: {
    trackId: uuid,
    listenerId: uuid,
    now: timestamp,
    wholeMinute: boolean,
    rest: nullable(rest),
  },
  gives: {},
})`insert into stays (track_id, listener_id, minute_at, whole_minute, reported_at, rest)
   values (${'trackId'}, ${'listenerId'}, ${'now'}, ${'wholeMinute'}, ${'now'}, ${'rest'}) on conflict do nothing`;

/** Keeps a stop that was stored in the meantime. */
export const saveStay = statement({
  takes: {
    trackId: uuid,
    listenerId: uuid,
    chosenAt: nullable(timestamp),
    unpaidMs: bigint,
    reportedAt: timestamp,
    rest: nullable(rest),
    stop: nullable(stop),
  },
  gives: {},
})`update stays set chosen_at = ${'chosenAt'}, unpaid_ms = ${'unpaidMs'}, reported_at = ${'reportedAt'},
     rest = ${'rest'}, stop = ${'stop'}
   where track_id = ${'trackId'} and listener_id = ${'listenerId'} and stop is null`;

export const lockStay = statement({
  takes: { trackId: uuid, listenerId: uuid },
  gives: stayColumns,
})`select ${stayList} from stays stay
   where track_id = ${'trackId'} and listener_id = ${'listenerId'} for update`;
