import type { Mail, MailTransport } from './mail-transport.ts';

/** A mail that was written instead of sent. Its id sorts by time. */
export interface StoredMail extends Mail {
  readonly at: Date;
}

export interface Mailbox {
  /** The newest mails first, at most `most`. */
  list(most: number): Promise<StoredMail[]>;
  /** Undefined when there is no such mail. */
  read(id: string): Promise<StoredMail | undefined>;
}

/** The mailbox of a transport that keeps what it was given, as the one that writes files does. */
export const mailboxOf = (transport: MailTransport & Partial<Mailbox>): Mailbox | undefined => {
  const { list, read } = transport;
  return list && read ? { list, read } : undefined;
};
