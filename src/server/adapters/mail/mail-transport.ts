import { product } from '#contract/product.ts';

export interface Mail {
  /** Also the left part of the Message-ID, so that a repeat is recognizable as the same email. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the reader can switch such emails off; sent as the List-Unsubscribe header. */
  readonly unsubscribeLink?: string;
}

/** The mail server will never accept this email: its address does not exist, or its content is rejected. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/**
 * Sends an email. Rejects with `MailRefused` if it is permanently rejected, with any other error if a retry may help.
 */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}

/** An email that was written to a file instead of sent. Ids sort by time. */
export interface StoredMail extends Mail {
  readonly at: Date;
}

export interface Mailbox {
  /** The newest `most` emails, newest first. */
  list(most: number): Promise<StoredMail[]>;
  /** Undefined if there is no such email. */
  read(id: string): Promise<StoredMail | undefined>;
}

/** The mailbox of a transport that stores emails, such as the file transport; undefined for others. */
export const mailboxOf = (transport: MailTransport & Partial<Mailbox>): Mailbox | undefined => {
  const { list, read } = transport;
  return list && read ? { list, read } : undefined;
};

/**
 * An email for nodemailer. Names and addresses stay objects, because a raw string could add a second recipient. The
 * Message-ID is the email's own, so a repeat is recognizable; nothing is read from disk or network.
 */
export const mailMessage = (from: string, mail: Mail, returnTo = from) => ({
  from: { name: product.name, address: from },
  to: { ...mail.to },
  // Bounces go to this address. Only mail servers see it, not the reader.
  envelope: { from: { name: '', address: returnTo }, to: { ...mail.to } },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: `<${mail.id}@${from.split('@').at(-1)}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    // RFC 8058: a POST to the link switches such emails off.
    ...(mail.unsubscribeLink === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(mail.unsubscribeLink === undefined ? {} : { list: { unsubscribe: mail.unsubscribeLink } }),
  disableFileAccess: true,
  disableUrlAccess: true,
});
