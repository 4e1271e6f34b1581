import type { ReviewNote } from '#contract/reviewing/reviews/review-help.ts';
import {
  boolean,
  cents,
  integer,
  json,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const read = {
  reviewId: uuid,
  artistId: uuid,
  trackTitle: text,
  artistName: text,
  genre: text,
  rating: integer,
  comment: text,
  worked: nullable(text),
  didNotWork: nullable(text),
  toChange: nullable(text),
  notes: json<ReviewNote[]>(),
  status: oneOf('pending', 'approved', 'rejected', 'reversed'),
  rules: textList,
  heardSeconds: integer,
  trackSeconds: integer,
  createdAt: timestamp,
};
const readColumns = fragment`r.id as "reviewId", r.artist_id as "artistId", t.title as "trackTitle",
     artist.display_name as "artistName", t.genre, r.rating, r.comment, r.worked, r.did_not_work as "didNotWork",
     r.to_change as "toChange", n.notes, r.status,
     array(select rule from review_findings where review_id = r.id and not passed order by rule) as rules,
     r.listening_time as "heardSeconds",
     (file.duration_ms / 1000)::integer as "trackSeconds", r.created_at as "createdAt"`;
const readTables = fragment`join artist_tracks t on t.id = r.track_id
   join audio_files file on file.id = t.audio_file_id
   join profiles artist on artist.user_id = r.artist_id
   cross join lateral (
     select coalesce(jsonb_agg(jsonb_build_object('atSecond', at_second, 'note', note) order by at_second, place), '[]')
       as notes from review_notes where review_id = r.id
   ) as n`;

/** What waits to be read: open presses, oldest first, then spot checks. */
export const unreadReadings = statement({
  takes: { pressedSince: timestamp, most: integer },
  gives: {
    ...read,
    id: uuid,
    kind: oneOf('press', 'spot'),
    askedAt: timestamp,
    listenerId: uuid,
    listenerName: text,
  },
})`select waits.id, waits.kind, waits.asked_at as "askedAt", waits.listener_id as "listenerId",
     listener.display_name as "listenerName", ${readColumns}
   from readings waits join reviews r on r.id = waits.review_id
   join profiles listener on listener.user_id = waits.listener_id
   ${readTables}
   where waits.read_at is null and (waits.kind = 'spot' or waits.asked_at > ${'pressedSince'})
     and r.status in ('pending', 'approved')
   order by waits.kind, waits.asked_at, waits.id limit ${'most'}::integer`;

/** One at a time for each payout, so that every admin reads the same reviews. */
export const lockPayoutReading = statement({ takes: { payoutId: uuid }, gives: {} })`
  select from pg_advisory_xact_lock(hashtextextended('reviews of payout ' || ${'payoutId'}::uuid, 0))`;

/** Records that an admin reads three reviews of a payout: those that another admin has read, else by chance. */
export const readSomeOfPayout = statement({
  takes: { payoutId: uuid, readBy: uuid, now: timestamp },
  gives: {},
})`with earlier as materialized (
     select distinct review_id as id from readings where payout_id = ${'payoutId'} and kind = 'payout'
   ), chosen as (
     select id from earlier
     union all
     (select paid.id from ledger.rewarded_in(${'payoutId'}) as paid (id)
       where not exists (select from earlier) order by random() limit 3)
   )
   insert into readings (kind, review_id, listener_id, payout_id, asked_at, read_at, read_by)
   select 'payout', r.id, r.listener_id, ${'payoutId'}, ${'now'}, ${'now'}, ${'readBy'}
     from chosen join reviews r on r.id = chosen.id
   on conflict (payout_id, read_by, review_id) where kind = 'payout' do nothing`;

export const readOfPayout = statement({ takes: { payoutId: uuid, readBy: uuid }, gives: read })`
  select ${readColumns} from readings done join reviews r on r.id = done.review_id ${readTables}
   where done.payout_id = ${'payoutId'} and done.read_by = ${'readBy'} and done.kind = 'payout' order by r.created_at desc, r.id`;

export const readFigures = statement({
  takes: { payoutId: uuid, foundSince: timestamp },
  gives: { paidReviews: integer, pressedReviews: integer, foundNothing: integer },
})`select count(*)::integer as "paidReviews",
     (count(*) filter (where exists (select from readings where review_id = paid.id and kind = 'press')))::integer
       as "pressedReviews",
     (select count(distinct review_id)::integer from readings join payout_requests request on request.id = ${'payoutId'}
       where readings.listener_id = request.listener_id and says_nothing and read_at > ${'foundSince'}) as "foundNothing"
   from ledger.rewarded_in(${'payoutId'}) as paid (id)`;

export const listenerOfPayout = statement({ takes: { payoutId: uuid }, gives: { listenerId: uuid } })`
  select listener_id as "listenerId" from payout_requests where id = ${'payoutId'}`;

/** Payouts whose money is under review: appeals first, then the oldest. */
export const withheldPayouts = statement({
  takes: { most: integer },
  gives: {
    payoutId: uuid,
    listenerId: uuid,
    displayName: text,
    amountCents: cents,
    sentence: text,
    withheldBy: text,
    withheldAt: timestamp,
    appeal: nullable(text),
    isTest: boolean,
  },
})`select kept.payout_id as "payoutId", kept.listener_id as "listenerId", p.display_name as "displayName",
     kept.amount_cents as "amountCents", kept.sentence, admin.display_name as "withheldBy",
     kept.withheld_at as "withheldAt", kept.appeal, person.is_test as "isTest"
   from ledger.withheld kept join profiles p on p.user_id = kept.listener_id
   join users person on person.id = kept.listener_id
   join profiles admin on admin.user_id = kept.withheld_by
   where kept.outcome is null
   order by kept.appealed_at nulls last, kept.withheld_at, kept.payout_id limit ${'most'}::integer`;
