import { createTransport } from 'nodemailer';
import { traced } from '../telemetry/trace.ts';
import { MailRefused, type MailTransport, mailMessage } from './mail-transport.ts';
import { refusedForGood } from './refused-for-good.ts';

const seconds = 1000;

export interface SmtpOptions {
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
