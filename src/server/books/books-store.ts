import type { AuditFinding } from '#contract/books.ts';
import { destinationMethods, fileMethods, transferStates, transferWaits } from '#contract/destinations.ts';
import { EntryKind } from '#contract/wallet.ts';
import {
  bigint,
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
} from '../adapters/database/columns.ts';
import { fragment } from '../adapters/database/fragment.ts';
import { statement } from '../adapters/database/statement.ts';

const auditSeconds = 600;

/** Lets the statements of this transaction take as long as the audit may. */
export const allowLongReading = statement({
  takes: { milliseconds: text },
  gives: {},
})`select from set_config('statement_timeout', ${'milliseconds'}, true)`;
export const auditMilliseconds = String(auditSeconds * 1000);

/** The first 100 alarms of A1 to A11 and A13. */
export const databaseFindings = statement({
  takes: {},
  gives: { rule: text, subject: text, detail: text },
  withinSeconds: auditSeconds,
})`select rule, subject, detail from ledger.audit() limit 100`;

export const lastSettledEntry = statement({
  takes: {},
  gives: { id: bigint },
})`select ledger.last_settled_entry() as id`;

/** Entries in the form in which they are sealed: everything that an entry says, as one line of JSON. */
export const linesToSeal = statement({
  takes: { after: bigint, upTo: bigint },
  gives: { id: bigint, line: text },
})`select entry.id, json_build_array(entry.id, entry.kind, entry.source_id, entry.reverses, entry.posting_count,
       entry.gross_cents, entry.actor, entry.reason, (extract(epoch from entry.created_at) * 1000)::bigint,
       (select json_agg(json_build_array(account.kind, account.listener_id, posting.amount_cents) order by account.id)
          from ledger.postings posting join ledger.accounts account on account.id = posting.account_id
         where posting.transaction_id = entry.id))::text as line
   from ledger.transactions entry where entry.id > ${'after'} and entry.id <= ${'upTo'}
   order by entry.id limit 2000`;

export const keepRun = statement({
  takes: {
    findings: json<unknown>(),
    sealNumber: nullable(integer),
    sealDigest: nullable(text),
    sealedEntry: nullable(bigint),
    sealedEntries: nullable(bigint),
  },
  gives: { halts: boolean },
})`select ledger.record_audit(${'findings'}, ${'sealNumber'}, ${'sealDigest'}, ${'sealedEntry'}, ${'sealedEntries'})
     as halts`;

export const lastRun = statement({
  takes: {},
  gives: {
    ranAt: timestamp,
    findings: json<AuditFinding[]>(),
    sealNumber: nullable(integer),
    sealDigest: nullable(text),
    sealedEntries: nullable(bigint),
  },
})`select ran_at as "ranAt", findings, seal_number as "sealNumber", seal_digest as "sealDigest",
     sealed_entries as "sealedEntries"
   from ledger.audit_runs order by id desc limit 1`;

/** What the database remembers of the last seal that was made. */
export const lastRecordedSeal = statement({
  takes: {},
  gives: { number: integer, digest: text },
})`select seal_number as number, seal_digest as digest from ledger.audit_runs
   where seal_number is not null order by id desc limit 1`;

export const openHalt = statement({
  takes: {},
  gives: { reason: text, haltedAt: timestamp },
})`select reason, halted_at as "haltedAt" from ledger.halts where lifted_at is null`;

export const liftOpenHalt = statement({
  takes: { liftedBy: uuid, reason: text },
  gives: { outcome: text },
  withinSeconds: auditSeconds,
})`select ledger.lift_halt(${'liftedBy'}, ${'reason'}) as outcome`;

export const bookFigures = statement({
  takes: {},
  gives: { secondAdminPayoutCents: nullable(cents), secondAdminCorrectionCents: nullable(cents) },
})`select second_admin_payout_cents as "secondAdminPayoutCents",
     second_admin_correction_cents as "secondAdminCorrectionCents"
   from ledger.rates`;

/** Approved payouts to destinations that are paid by files, and that nothing holds. */
export const waitingForFiles = statement({
  takes: { methods: textList, now: timestamp },
  gives: { method: oneOf(...fileMethods), count: integer, totalCents: cents },
})`select payee.method, count(*)::integer as count, sum(request.amount_cents)::bigint as "totalCents"
   from ledger.ready_transfers(${'methods'}, ${'now'}) as ready (payout_id)
   join payout_transfers travel on travel.payout_id = ready.payout_id
   join payees payee on payee.id = travel.payee_id
   join payout_requests request on request.id = ready.payout_id
   group by payee.method order by payee.method`;

export const waitingCorrections = statement({
  takes: {},
  gives: {
    id: uuid,
    listenerId: uuid,
    displayName: text,
    amountCents: cents,
    reason: text,
    proposedBy: uuid,
    proposerName: text,
    proposedAt: timestamp,
  },
})`select waiting.id, waiting.listener_id as "listenerId", listener.display_name as "displayName",
     waiting.amount_cents as "amountCents", waiting.reason, waiting.proposed_by as "proposedBy",
     proposer.display_name as "proposerName", waiting.proposed_at as "proposedAt"
   from ledger.corrections waiting
   join profiles listener on listener.user_id = waiting.listener_id
   join profiles proposer on proposer.user_id = waiting.proposed_by
   where waiting.status = 'waiting' order by waiting.proposed_at, waiting.id limit 50`;

const entry = {
  id: bigint,
  kind: oneOf(...EntryKind.options),
  createdAt: timestamp,
  listenerId: uuid,
  displayName: text,
  grossCents: cents,
  sourceId: uuid,
  reason: nullable(text),
  actorName: nullable(text),
  isUndone: boolean,
};

const entryColumns = fragment`entry.id, entry.kind, entry.created_at as "createdAt", listener.user_id as "listenerId",
     listener.display_name as "displayName", entry.gross_cents as "grossCents", entry.source_id as "sourceId",
     coalesce(review.decision_note, entry.reason) as reason, actor.display_name as "actorName",
     exists (select from ledger.transactions undoing where undoing.reverses = entry.id) as "isUndone"`;
const actorAndReview = fragment`
   left join profiles actor on actor.user_id = entry.actor
   left join reviews review on entry.kind = 'reward_reversal' and review.id = entry.source_id
   order by entry.id desc`;

export const entriesOfAll = statement({
  takes: { before: bigint, most: integer },
  gives: entry,
})`select ${entryColumns}
   from (select * from ledger.transactions where id < ${'before'} order by id desc limit ${'most'}::integer) as entry
   join lateral (
     select account.listener_id from ledger.postings posting
     join ledger.accounts account on account.id = posting.account_id and account.listener_id is not null
     where posting.transaction_id = entry.id limit 1
   ) owner on true
   join profiles listener on listener.user_id = owner.listener_id ${actorAndReview}`;

export const entriesOfListener = statement({
  takes: { listenerId: uuid, before: bigint, most: integer },
  gives: entry,
})`select ${entryColumns}
   from (
     select distinct posting.transaction_id as id from ledger.accounts account
     join ledger.postings posting on posting.account_id = account.id
     where account.listener_id = ${'listenerId'} and posting.transaction_id < ${'before'}
     order by posting.transaction_id desc limit ${'most'}::integer
   ) as theirs
   join ledger.transactions entry on entry.id = theirs.id
   join profiles listener on listener.user_id = ${'listenerId'} ${actorAndReview}`;

export const listenerByEmail = statement({
  takes: { emailNormalized: text },
  gives: {
    listenerId: uuid,
    displayName: text,
    availableCents: cents,
    pendingCents: cents,
    owedCents: cents,
    isTest: boolean,
  },
})`select person.id as "listenerId", profile.display_name as "displayName",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'available'), 0)::bigint as "availableCents",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'pending'), 0)::bigint as "pendingCents",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'owed'), 0)::bigint as "owedCents",
     person.is_test as "isTest"
   from users person join profiles profile on profile.user_id = person.id
   left join ledger.accounts account on account.listener_id = person.id
   where person.email_normalized = ${'emailNormalized'} group by person.id, profile.user_id`;

export const correct = statement({
  takes: { listenerId: uuid, amountCents: cents, reason: text, proposedBy: uuid, key: uuid },
  gives: { outcome: text, id: nullable(uuid), status: nullable(oneOf('waiting', 'booked', 'declined')) },
})`select outcome, correction_id as id, status
   from ledger.correct_balance(${'listenerId'}, ${'amountCents'}, ${'reason'}, ${'proposedBy'}, ${'key'})`;

export const decide = statement({
  takes: { correctionId: uuid, decidedBy: uuid, decision: text },
  gives: { outcome: text, status: nullable(oneOf('waiting', 'booked', 'declined')) },
})`select outcome, status from ledger.decide_correction(${'correctionId'}, ${'decidedBy'}, ${'decision'})`;

export const reverse = statement({
  takes: { reviewId: uuid, decidedBy: uuid, note: text },
  gives: { outcome: text, status: nullable(text) },
})`select outcome, status from ledger.reverse_review(${'reviewId'}, ${'decidedBy'}, 'reversed', ${'note'})`;

export const listenerOfReview = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid },
})`select listener_id as "listenerId" from reviews where id = ${'id'}`;

export const listenerOfPayout = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid },
})`select listener_id as "listenerId" from payout_requests where id = ${'id'}`;

export const correctionById = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid, amountCents: cents, reason: text },
})`select listener_id as "listenerId", amount_cents as "amountCents", reason from ledger.corrections where id = ${'id'}`;

export const returnToListener = statement({
  takes: { payoutId: uuid, returnedBy: uuid, reason: text, now: timestamp },
  gives: { outcome: text, status: nullable(text), returnedAt: nullable(timestamp) },
})`select outcome, status, returned_at as "returnedAt"
   from ledger.return_payout(${'payoutId'}, ${'returnedBy'}, ${'reason'}, ${'now'})`;

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

/** The payouts of an export, at most as many as one takes. */
export const payoutsOfExport = statement({
  takes: { exportId: uuid },
  gives: { payoutId: uuid },
})`select payout_id as "payoutId" from payout_export_lines where export_id = ${'exportId'} order by payout_id`;

/** The lines of an export behind a payout, in the order of their ids. */
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

export const confirmArrival = statement({
  takes: { payoutId: uuid, confirmedBy: uuid, now: timestamp },
  gives: { outcome: text, transfer: nullable(text), listenerId: nullable(uuid) },
})`select outcome, transfer, listener_id as "listenerId"
   from ledger.confirm_arrival(${'payoutId'}, ${'confirmedBy'}, ${'now'})`;

/** Approved payouts that have not arrived, but for lines of files; those approved first at first. */
export const openTransfers = statement({
  takes: {
    createdAt: timestamp,
    id: uuid,
    methods: textList,
    fileMethods: textList,
    now: timestamp,
    most: integer,
  },
  gives: {
    id: uuid,
    createdAt: timestamp,
    listenerId: uuid,
    displayName: text,
    amountCents: cents,
    isByRule: boolean,
    method: nullable(oneOf(...destinationMethods)),
    destination: nullable(text),
    transfer: oneOf('waiting', 'sending', 'checking'),
    waitsFor: nullable(oneOf(...transferWaits)),
    sentAt: nullable(timestamp),
    canBeEnded: boolean,
  },
})`select request.id, request.processed_at as "createdAt", request.listener_id as "listenerId",
     profile.display_name as "displayName", request.amount_cents as "amountCents", request.by_rule as "isByRule",
     payee.method, payee.masked as destination, travel.transfer, travel.sent_at as "sentAt",
     case when travel.transfer <> 'waiting' then null
       when payee.id is null or payee.withdrawn_at is not null then 'destination'
       when payee.method <> all (${'methods'}) then 'method'
       when hold.stopped_at is not null then 'stop'
       when hold.held_until > ${'now'} then 'hold'
       when person.suspended_at is not null and not ledger.may_leave(request.id, ${'now'}) then 'suspension'
       when ledger.waits_for_tax_details(request.id, ${'now'}) then 'tax_details'
       when payee.method = any (${'fileMethods'}) then 'file' end as "waitsFor",
     travel.transfer <> 'waiting' and ledger.ends_by_hand(request.id, ${'now'}) as "canBeEnded"
   from payout_transfers travel
   join payout_requests request on request.id = travel.payout_id
   join users person on person.id = travel.listener_id
   join profiles profile on profile.user_id = travel.listener_id
   left join payees payee on payee.id = travel.payee_id
   left join payout_holds hold on hold.user_id = travel.listener_id
   where travel.transfer in ('waiting', 'sending', 'checking') and travel.request_status = 'completed'
     and not exists (select from payout_export_lines line where line.payout_id = travel.payout_id)
     and (request.processed_at, request.id) > (${'createdAt'}, ${'id'})
   order by request.processed_at, request.id limit ${'most'}::integer`;

/** For the owner of the database: the app may call it, and is refused. */
export const setAmountForTwo = statement({
  takes: { acts: text, aboveCents: nullable(cents) },
  gives: {},
})`select from ledger.set_second_admin(${'acts'}, ${'aboveCents'})`;
