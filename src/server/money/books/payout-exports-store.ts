import { fileMethods, transferStates } from '#contract/money/payout-destinations/destinations.ts';
import {
  cents,
  integer,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Approved payouts to destinations paid by file, without a hold. */
export const waitingForFiles = statement({
  takes: { methods: textList, now: timestamp },
  gives: { method: oneOf(...fileMethods), count: integer, totalCents: cents },
})`select payee.method, count(*)::integer as count, sum(request.amount_cents)::bigint as "totalCents"
   from ledger.ready_transfers(${'methods'}, ${'now'}) as ready (payout_id)
   join payout_transfers travel on travel.payout_id = ready.payout_id
   join payees payee on payee.id = travel.payee_id
   join payout_requests request on request.id = ready.payout_id
   group by payee.method order by payee.method`;

export const takeForExport = statement({
  takes: { madeBy: uuid, key: uuid, method: text, euroRate: nullable(integer), now: timestamp },
  gives: { outcome: text, exportId: nullable(uuid) },
})`select outcome, export_id as "exportId"
   from ledger.export_payouts(${'madeBy'}, ${'key'}, ${'method'}, ${'euroRate'}, ${'now'})`;

const payoutExport = {
  id: uuid,
  createdAt: timestamp,
  madeBy: text,
  lineCount: integer,
  totalCents: cents,
  method: nullable(oneOf(...fileMethods)),
  euroRate: nullable(integer),
  openLines: integer,
};

const exportsWithMaker = fragment`select made.id, made.made_at as "createdAt", maker.display_name as "madeBy",
     made.line_count as "lineCount", made.total_cents as "totalCents", made.method, made.euro_rate as "euroRate",
     (select count(*)::integer from payout_export_lines line
        join payout_transfers travel on travel.payout_id = line.payout_id and travel.transfer = 'sending'
       where line.export_id = made.id) as "openLines"
   from payout_exports made join profiles maker on maker.user_id = made.made_by`;

export const exportById = statement({
  takes: { id: uuid },
  gives: payoutExport,
})`${exportsWithMaker} where made.id = ${'id'}`;

export const exportsMade = statement({
  takes: { createdAt: timestamp, id: uuid, most: integer },
  gives: payoutExport,
})`${exportsWithMaker}
   where (made.made_at, made.id) < (${'createdAt'}, ${'id'})
   order by made.made_at desc, made.id desc limit ${'most'}::integer`;

/** The payouts of an export, at most as many as one may contain. */
export const payoutsOfExport = statement({
  takes: { exportId: uuid },
  gives: { payoutId: uuid },
})`select payout_id as "payoutId" from payout_export_lines where export_id = ${'exportId'} order by payout_id`;

/** The lines of an export after a payout, in id order. */
export const linesOfExport = statement({
  takes: { exportId: uuid, after: uuid, most: integer },
  gives: {
    id: uuid,
    listenerId: uuid,
    displayName: text,
    destination: nullable(text),
    amountCents: cents,
    transfer: nullable(oneOf(...transferStates)),
    reason: nullable(text),
    createdAt: timestamp,
  },
})`select line.payout_id as id, payout.listener_id as "listenerId", profile.display_name as "displayName",
     payee.masked as destination, line.amount_cents as "amountCents", travel.transfer, payout.return_reason as reason,
     payout.created_at as "createdAt"
   from payout_export_lines line
   join payout_requests payout on payout.id = line.payout_id
   join profiles profile on profile.user_id = payout.listener_id
   left join payout_transfers travel on travel.payout_id = line.payout_id
   left join payees payee on payee.id = travel.payee_id
   where line.export_id = ${'exportId'} and line.payout_id > ${'after'}
   order by line.payout_id limit ${'most'}::integer`;
