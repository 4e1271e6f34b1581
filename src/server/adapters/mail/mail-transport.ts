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
