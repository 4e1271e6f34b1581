import type { AuditFinding } from '#contract/money/books/books.ts';
import {
  bigint,
  boolean,
  integer,
  json,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const auditSeconds = 600;

/** Raises this transaction's statement timeout to the audit's. */
export const allowLongReading = statement({
  takes: { milliseconds: text },
  gives: {},
})`select from set_config('statement_timeout', ${'milliseconds'}, true)`;

export const auditMilliseconds = String(auditSeconds * 1000);

/** The first 100 findings of A1 to A11 and A13. */
export const databaseFindings = statement({
  takes: {},
  gives: { rule: text, subject: text, detail: text },
  withinSeconds: auditSeconds,
})`select rule, subject, detail from ledger.audit() limit 100`;

/** The first 100 differences between reviews of artists and what tracks keep of them. */
export const reviewFindings = statement({
  takes: {},
  gives: { rule: oneOf('R1', 'R2', 'R3'), subject: text, detail: text },
  withinSeconds: auditSeconds,
})`select rule, subject, detail from audit_reviews() limit 100`;

export const lastSettledEntry = statement({
  takes: {},
  gives: { id: bigint },
})`select ledger.last_settled_entry() as id`;

/** Entries in their sealed form: all fields of an entry as one line of JSON. */
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

export const storeAuditRun = statement({
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

/** The latest seal, as recorded in the database. */
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
