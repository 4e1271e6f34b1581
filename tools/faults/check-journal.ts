import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Database } from '#server/adapters/database/database.ts';
import { sql } from '#tests/support/world/sql.ts';
import { JournalLine } from './journal.ts';

type Line<Kind extends JournalLine['kind']> = Extract<JournalLine, { kind: Kind }>;

export interface JournalFigures {
  readonly acknowledged: number;
  /** Acts that were acknowledged but are not in the database. */
  readonly lost: number;
  /** Acts done more than once, or never requested. */
  readonly doubled: number;
  /** Contradictions found by the ledger's audit. */
  readonly audit: number;
  readonly answers: readonly Line<'answer'>[];
  readonly failures: readonly Line<'failure'>[];
  readonly slowestMs: number;
}

/** Compares the clients' journal with the database, once all clients have finished. */
export async function checkJournal(path: string, owner: Database): Promise<JournalFigures> {
  const answers: Line<'answer'>[] = [];
  const failures: Line<'failure'>[] = [];
  const intents = new Set<string>();
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line = JournalLine.parse(JSON.parse(text));
    if (line.kind === 'answer') answers.push(line);
    else if (line.kind === 'failure') failures.push(line);
    else intents.add(line.key);
  }
  const keys = (act: string) => answers.filter((answer) => answer.act === act);
  const requests = keys('request');
  const [kept] = await sql(
    owner,
    `select
       (select count(*) from unnest($1::uuid[], $2::uuid[]) as told (key, id)
        where not exists (select from payout_requests p where p.id = told.id and p.request_key = told.key))::integer as lost,
       (select count(*) from unnest($3::uuid[]) as told (id)
        where not exists (select from payout_requests p where p.id = told.id and p.status = 'rejected'))::integer as undecided,
       (select count(*) from payout_requests where not request_key = any($4::uuid[])
        and request_key not in (select request_key from earlier_requests))::integer as unknown,
       (select coalesce(sum(n - 1), 0) from (
          select count(*) as n from ledger.transactions where kind <> 'reward' group by kind, source_id) as entry
        where n > 1)::integer as doubled,
       (select count(*) from unnest($5::uuid[]) as told (id)
        where not exists (select from reviews r where r.id = told.id and r.status = 'approved')
          or not exists (select from ledger.transactions t where t.kind = 'reward' and t.source_id = told.id))::integer as unpaid,
       (select coalesce(sum(n - 1), 0) from (
          select count(*) as n from ledger.transactions where kind = 'reward' and source_id = any($5) group by source_id) as reward
        where n > 1)::integer as "paidTwice",
       (select count(*) from ledger.audit())::integer as audit`,
    [
      requests.map(({ key }) => key),
      requests.map(({ id }) => id),
      keys('reject').map(({ id }) => id),
      [...intents],
      keys('approve').map(({ id }) => id),
    ],
  );
  const perKey = new Map<string, Set<string>>();
  for (const { key, id } of requests) perKey.set(key, (perKey.get(key) ?? new Set()).add(id));
  const twoAnswers = [...perKey.values()].filter((ids) => ids.size > 1).length;
  return {
    acknowledged: answers.length,
    lost: Number(kept?.lost) + Number(kept?.undecided) + Number(kept?.unpaid),
    doubled: Number(kept?.unknown) + Number(kept?.doubled) + Number(kept?.paidTwice) + twoAnswers,
    audit: Number(kept?.audit),
    answers,
    failures,
    slowestMs: Math.max(0, ...answers.map(({ ms }) => ms), ...failures.map(({ ms }) => ms)),
  };
}
