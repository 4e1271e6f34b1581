export interface Mail {
  /** Also the Message-ID's left part, so that a repeated sending is recognized as the same mail. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where its reader can switch such mails off: becomes the List-Unsubscribe header. */
  readonly unsubscribeLink?: string;
}

/** The mail server will never take this email: its address does not exist, or its content is not wanted. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Sends an email. Rejects with `MailRefused` if it is refused for good, with any other error if another try may help. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}
