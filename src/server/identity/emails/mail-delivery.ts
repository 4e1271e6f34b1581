import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { RefusedEmail, SystemFigures } from '#contract/operation/admin/admin-system.ts';
import { MailRefused } from '../../adapters/mail/mail-transport.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { sharedRead } from '../../foundation/work-queue.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import { lockUserIfThere } from '../users-store.ts';
import { maskAddress, normalizeEmail } from './email-rules.ts';
import {
  accountsOfAddresses,
  countEnded,
  countRefusedSince,
  countWaitingMails,
  findWaitingMail,
  liftRefusal,
  markMailCameBack,
  markMailRefused,
  markMailSent,
  newestRefused,
} from './outbox-store.ts';

interface MailLog {
  warn(message: string): void;
}

/**
 * The job behind `queueMail`. Throws if the mail server did not accept the email, so that the job is retried; after a
 * crash the email may go out twice, under the same Message-ID. A permanently rejected one is not retried, which would
 * harm the sender's reputation.
 */
export async function sendQueuedMail(
  { database, mail, clock }: Pick<Dependencies, 'database' | 'mail' | 'clock'>,
  mailId: string,
  log: MailLog,
): Promise<void> {
  const waiting = await findWaitingMail(database, mailId);
  if (!waiting) return;
  try {
    await mail.send({
      id: waiting.id,
      to: { name: waiting.recipientName, address: waiting.recipientAddress },
      subject: waiting.subject,
      text: waiting.bodyText,
      html: waiting.bodyHtml,
      ...(waiting.unsubscribeLink === null ? {} : { unsubscribeLink: waiting.unsubscribeLink }),
    });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await markMailRefused(database, waiting.id, clock.now());
    log.warn(
      `email ${waiting.id} was rejected permanently: ${masked(error.message, waiting.recipientAddress)}`,
    );
    return;
  }
  await markMailSent(database, waiting.id, clock.now());
}

/** One line, with the address masked: an operator only needs the domain. */
function masked(reason: string, address: string): string {
  const mask = maskAddress(address);
  const line = reason.replaceAll(/\s+/g, ' ').slice(0, 300);
  return `${line.replaceAll(new RegExp(RegExp.escape(address), 'gi'), mask)} (to ${mask})`;
}

interface ReturnedEmail {
  readonly mailId: string;
  /** Lowercase addresses that permanently rejected the email. */
  readonly refused: readonly string[];
}

/**
 * Records a bounce as if the mail server had rejected the email at once: notices to the address stop until an admin
 * lifts it or a later email is delivered. Returns whether the email exists; a report about another address, such as a
 * forwarding target, changes nothing.
 */
export const takeBackEmail = (
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { mailId, refused }: ReturnedEmail,
): Promise<boolean> => markMailCameBack(database, mailId, refused, clock.now());

/**
 * Resumes sending notices to an account's address after an email was permanently rejected. The rejected email itself is
 * not resent: its text is deleted.
 * @throws Refusal not_found
 */
export function allowEmails(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  userId: string,
): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    if (!(await lockUserIfThere(tx, userId))) refuse('not_found');
    if ((await liftRefusal.run(tx, { userId, now })) === 0) return;
    await recordAdminAct(tx, { event: 'emails_allowed', userId, actorId }, now);
  });
}

/** Counts of waiting, sent and rejected emails, and the newest rejected ones with their accounts. */
export async function readEmailFigures({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): Promise<SystemFigures['emails']> {
  const now = clock.now().getTime();
  const waiting = await countWaitingMails(database);
  const ended = await countEnded.only(database, {
    dayAgo: new Date(now - dayMilliseconds),
    weekAgo: new Date(now - 7 * dayMilliseconds),
  });
  return {
    hasMailServer: config.smtpUrl !== undefined,
    waiting: waiting.emails,
    oldestWaitingSeconds: waiting.oldestSeconds,
    ...ended,
    refused: await readRefused(database),
  };
}

async function readRefused(database: Dependencies['database']): Promise<RefusedEmail[]> {
  const rows = await newestRefused.all(database, {});
  const addresses = [...new Set(rows.map(({ recipient }) => normalizeEmail(recipient)))];
  const accounts = await accountsOfAddresses.all(database, { addresses });
  const byAddress = new Map(accounts.map((account) => [account.emailNormalized, account]));
  return rows.map(({ refusedAt, ...row }) => {
    const account = byAddress.get(normalizeEmail(row.recipient));
    return {
      ...row,
      refusedAt: refusedAt.toISOString(),
      user: account === undefined ? null : { id: account.id, displayName: account.displayName },
      isStopped: account?.isStopped === true,
    };
  });
}

/** Alert threshold in seconds for the oldest waiting email, as in docs/monitoring/alerts.yml. */
export const mostEmailSeconds = 3_600;

const hourMilliseconds = 3_600_000;

/** Registers metrics of emails that wait, were rejected or bounced. */
export function watchEmails(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const waiting = sharedRead(() => countWaitingMails(database));
  metrics.gauge(
    'earshot_emails_waiting',
    'Emails that are neither sent nor rejected permanently.',
    async () => [{ value: (await waiting()).emails }],
  );
  metrics.gauge(
    'earshot_emails_waiting_seconds',
    'How long the oldest waiting email has waited.',
    async () => [{ value: (await waiting()).oldestSeconds }],
  );
  // Queried from the database, because another process records the bounces.
  metrics.gauge(
    'earshot_emails_refused_last_hour',
    'Emails that were rejected permanently or bounced in the last hour.',
    async () => {
      const since = new Date(clock.now().getTime() - hourMilliseconds);
      return [{ value: (await countRefusedSince.only(database, { since })).emails }];
    },
  );
}

/** Seconds that the oldest email has waited; 0 if none is waiting. */
export const secondsOfOldestWaitingEmail = async ({
  database,
}: Pick<Dependencies, 'database'>): Promise<number> => (await countWaitingMails(database)).oldestSeconds;
