import type { Mail, MailTransport } from './mail-transport.ts';

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
