import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { mailMessage } from './mail-message.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';

const seconds = 1000;

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password in it. */
  readonly url: string;
  /** The address mails come from. */
  readonly from: string;
}

/** Sends mails through an SMTP server. */
export function smtpTransport({ url, from }: SmtpOptions): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    dnsTimeout: 10 * seconds,
    socketTimeout: 30 * seconds,
  });
  return {
    send: async (mail) => {
      await transport.sendMail(mailMessage(from, mail)).catch((error: unknown) => {
        throw isForGood(error) ? new MailRefused(reasonOf(error), { cause: error }) : error;
      });
    },
  };
}

const Failure = z.object({ command: z.string(), responseCode: z.number(), response: z.string().optional() });
/** What a server says to a sender that has not signed in: a wrong setting, which may be mended before the next try. */
const signInFirst = [530, 534, 535, 538];

/** A 5xx about the recipient or the content. One about the sender or the sign-in concerns every email alike. */
function isForGood(error: unknown): error is Error {
  const { data } = Failure.safeParse(error);
  if (!(error instanceof Error) || !data || !['RCPT TO', 'DATA'].includes(data.command)) return false;
  return data.responseCode >= 500 && data.responseCode < 600 && !signInFirst.includes(data.responseCode);
}

const reasonOf = (error: unknown): string => Failure.safeParse(error).data?.response ?? 'refused';
