export interface Mail {
  /** Also the Message-ID's left part, so that a repeated sending is recognised as the same mail. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where its reader can switch such mails off: becomes the List-Unsubscribe header. */
  readonly unsubscribeLink?: string;
}

/** Hands a mail over; rejects when the mail was not taken. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}
