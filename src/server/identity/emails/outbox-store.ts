import {
  boolean,
  double,
  integer,
  nullable,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const insert = statement({
  takes: {
    recipientName: text,
    recipientAddress: text,
    subject: text,
    bodyText: text,
    bodyHtml: text,
    noticeKey: nullable(text),
    unsubscribeLink: nullable(text),
    now: timestamp,
  },
  gives: { id: uuid },
})`
  insert into outbox (recipient_name, recipient_address, subject, body_text, body_html, notice_key, unsubscribe_link,
    created_at)
  values (${'recipientName'}, ${'recipientAddress'}, ${'subject'}, ${'bodyText'}, ${'bodyHtml'}, ${'noticeKey'},
    ${'unsubscribeLink'}, ${'now'})
  on conflict (notice_key) do nothing
  returning id`;

const waiting = statement({
  takes: { id: uuid },
  gives: {
    id: uuid,
    recipientName: text,
    recipientAddress: text,
    subject: text,
    bodyText: text,
    bodyHtml: text,
    unsubscribeLink: nullable(text),
  },
})`
  select id, recipient_name as "recipientName", recipient_address as "recipientAddress", subject,
    body_text as "bodyText", body_html as "bodyHtml", unsubscribe_link as "unsubscribeLink"
  from outbox where id = ${'id'} and sent_at is null and refused_at is null`;

const sent = statement({ takes: { id: uuid, now: timestamp }, gives: {} })`
  update outbox set sent_at = ${'now'}, body_text = '', body_html = '' where id = ${'id'}`;

const refused = statement({ takes: { id: uuid, now: timestamp }, gives: {} })`
  update outbox set refused_at = ${'now'}, body_text = '', body_html = '' where id = ${'id'}`;

const cameBack = statement({ takes: { id: uuid, recipients: textList, now: timestamp }, gives: {} })`
  update outbox set refused_at = ${'now'}, sent_at = null
  where id = ${'id'} and sent_at is not null and lower(recipient_address) = any (${'recipients'}::text[])`;

const countWaiting = statement({ takes: {}, gives: { emails: integer, oldestSeconds: double } })`
  select count(*)::integer as emails,
    coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::double precision as "oldestSeconds"
  from outbox where sent_at is null and refused_at is null`;

const removeOld = statement({ takes: { before: timestamp }, gives: {} })`
  delete from outbox where created_at < ${'before'}`;

/** Deletes emails created before that time, whatever their state. Returns how many. */
export const removeOldMails = (db: Queryable, before: Date) => removeOld.run(db, { before });

/** The id of the new email, or undefined if this notice already has one. */
export const insertMail = (
  tx: Transaction,
  mail: {
    recipientName: string;
    recipientAddress: string;
    subject: string;
    bodyText: string;
    bodyHtml: string;
    noticeKey: string | null;
    unsubscribeLink: string | null;
    now: Date;
  },
) => insert.one(tx, mail);

export const findWaitingMail = (db: Queryable, id: string) => waiting.one(db, { id });

/** The number of emails neither sent nor rejected, and how long the oldest has waited. */
export const countWaitingMails = (db: Queryable) => countWaiting.only(db, {});

/** Marks an email as sent and deletes its text: a database dump must not contain working links. */
export const markMailSent = (db: Queryable, id: string, now: Date) => sent.run(db, { id, now });

/** Marks an email as permanently rejected, and deletes its text because of the links in it. */
export const markMailRefused = (db: Queryable, id: string, now: Date) => refused.run(db, { id, now });

/** Marks an email as bounced if it was sent to one of these addresses. Returns whether it was. */
export const markMailCameBack = async (
  db: Queryable,
  id: string,
  recipients: readonly string[],
  now: Date,
): Promise<boolean> => (await cameBack.run(db, { id, recipients: [...recipients], now })) > 0;

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
