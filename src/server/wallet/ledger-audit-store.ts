import { integer, json, text, timestamp } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

export const runAudit = statement({
  takes: {},
  gives: { rule: text, subject: text, detail: text },
})`select rule, subject, detail from ledger.audit()`;

export const keepAudit = statement({
  takes: { now: timestamp, findings: integer, details: json<unknown>() },
  gives: {},
})`insert into ledger_audits (checked_at, findings, details)
   values (${'now'}, ${'findings'}, ${'details'})`;

export const forgetAudits = statement({
  takes: { before: timestamp },
  gives: {},
})`delete from ledger_audits where checked_at < ${'before'}`;

export const lastAudit = statement({
  takes: {},
  gives: { checkedAt: timestamp, findings: integer },
})`select checked_at as "checkedAt", findings from ledger_audits order by id desc limit 1`;
