import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { traced } from '../telemetry/trace.ts';
import { MailRefused, type MailTransport, mailMessage } from './mail-transport.ts';

const seconds = 1000;

interface SmtpOptions {
  /** smtp:// or smtps://, including user and password. */
  readonly url: string;
  /** The address that emails are sent from. */
  readonly from: string;
  /** The bounce address for an email's id; the sender's address by default. */
  readonly returnPath?: (mailId: string) => string;
}

const connectTo = (url: string, more: { readonly forceAuth?: boolean } = {}) =>
  createTransport({
    url,
    ...more,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    dnsTimeout: 10 * seconds,
    socketTimeout: 30 * seconds,
  });

/**
 * Connects and signs in without sending anything. Rejects with the server's reason. Returns whether the server offers a
 * sign-in for which the address has no user.
 */
export async function reachMailServer(url: string): Promise<{ readonly lacksUser: boolean }> {
  const transport = connectTo(url);
  await transport.verify().finally(() => transport.close());
  if (new URL(url).username !== '') return { lacksUser: false };
  const demanding = connectTo(url, { forceAuth: true });
  const offers = demanding.verify().then(
    () => false,
    () => true,
  );
  return { lacksUser: await offers.finally(() => demanding.close()) };
}

/** Sends emails through an SMTP server. */
export function smtpTransport({ url, from, returnPath }: SmtpOptions): MailTransport {
  const transport = connectTo(url);
  return {
    send: async (mail) => {
      const sent = traced(
        'mail send',
        () => ({ 'server.address': new URL(url).hostname }),
        () => transport.sendMail(mailMessage(from, mail, returnPath?.(mail.id))),
      );
      await sent.catch((error: unknown) => {
        const reason = refusedForGood(error);
        throw reason === undefined ? error : new MailRefused(reason, { cause: error });
      });
    },
  };
}

const Failure = z.object({ command: z.string(), responseCode: z.number(), response: z.string().optional() });

// 5.1 is about the recipient's address, except .7 and .8 (the sender's); 5.2 about the mailbox, except .2 (full); 5.3.4
// and 5.6 about this email's size and format.
const aboutThisEmail = /^5\.(?:1\.(?!(?:7|8)$)|2\.(?!2$)|3\.4$|6\.)/;
const aboutSender = /\bsender\b/i;
const unknownMailbox =
  /\b(?:no such|unknown|invalid) (?:user|mailbox|recipient|address)\b|\b(?:user|mailbox|recipient|address)\b.{0,40}\b(?:unknown|not found|not exist|doesn't exist)\b/i;
/** The message is too large for the mailbox. */
const tooLarge = 552;

/**
 * Why a mail server will never accept an email; undefined if a retry may help. An email refused for good is dropped, so only
 * replies about this recipient or this content count. Policy replies (5.7: relaying, a blocked network, signatures, spam) hit
 * every email until an operator fixes the cause, so those are retried, and so is everything unclear.
 */
function refusedForGood(error: unknown): string | undefined {
  const { data } = Failure.safeParse(error);
  if (!data || !['RCPT TO', 'DATA'].includes(data.command)) return undefined;
  const { command, responseCode, response = '' } = data;
  if (responseCode < 500 || responseCode >= 600) return undefined;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (isAboutThisEmail({ status, words: response })) return response;
  const isTooLarge = status === undefined && command === 'DATA' && responseCode === tooLarge;
  return isTooLarge && !aboutSender.test(response) ? response : undefined;
}

interface FailureReply {
  /** The enhanced status, such as 5.1.1, if there is one. */
  readonly status: string | undefined;
  readonly words: string;
}

/** Whether the failure is about this recipient or content, rather than about the sender or all emails. */
export function isAboutThisEmail({ status, words }: FailureReply): boolean {
  if (aboutSender.test(words)) return false;
  // Addresses are removed first, because words in them are not a reason.
  return status === undefined ? unknownMailbox.test(withoutAddresses(words)) : aboutThisEmail.test(status);
}

// The text comes from any mail server, so the expression must not backtrack over long input.
const withoutAddresses = (words: string): string =>
  words
    .replaceAll(/<[^<>]*>/g, '')
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ');
