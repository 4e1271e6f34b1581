import {
  boolean,
  integer,
  nullable,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** The latest email to the address of `users` that was either sent or permanently rejected. */
const lastEnded = fragment`outbox last
           where last.recipient_address = users.email and (last.sent_at is not null or last.refused_at is not null)
           order by last.created_at desc limit 1`;

/** Whether that one was rejected and no admin has lifted it; null if there is none. */
export const isRefusedAddress = fragment`(select last.refused_at is not null and last.lifted_at is null from ${lastEnded})`;

export const countEnded = statement({
  takes: { dayAgo: timestamp, weekAgo: timestamp },
  gives: { sentLastDay: integer, refusedLastWeek: integer },
})`
  select (select count(*)::integer from outbox where sent_at > ${'dayAgo'}) as "sentLastDay",
    (select count(*)::integer from outbox where refused_at > ${'weekAgo'}) as "refusedLastWeek"`;

export const countRefusedSince = statement({ takes: { since: timestamp }, gives: { emails: integer } })`
  select count(*)::integer as emails from outbox where refused_at > ${'since'}`;

export const newestRefused = statement({
  takes: {},
  gives: { id: uuid, recipient: text, subject: text, refusedAt: timestamp },
})`
  select id, recipient_address as recipient, subject, refused_at as "refusedAt"
  from outbox where refused_at is not null order by refused_at desc, id desc limit 20`;

export const accountsOfAddresses = statement({
  takes: { addresses: textList },
  gives: { id: uuid, displayName: text, emailNormalized: text, isStopped: nullable(boolean) },
})`
  select users.id, coalesce(profile.display_name, users.email) as "displayName",
    users.email_normalized as "emailNormalized", ${isRefusedAddress} as "isStopped"
  from users left join profiles profile on profile.user_id = users.id
  where users.email_normalized = any (${'addresses'}::text[])`;

/** Updates no row if the address is not blocked. */
export const liftRefusal = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update outbox set lifted_at = ${'now'}
  where refused_at is not null and lifted_at is null
    and id = (select last.id from users cross join lateral (select last.id from ${lastEnded}) as last
              where users.id = ${'userId'})`;
