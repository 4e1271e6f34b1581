import { product } from '#contract/product.ts';
import type { HoldReason } from '../payout-hold/hold-store.ts';
import { composeMail, type MailText } from './mail-texts.ts';

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const events: Readonly<Record<HoldReason, string>> = {
  first_destination: 'A destination for your payouts was confirmed',
  changed_destination: 'The destination of your payouts was changed',
  changed_email: 'The email address of your account was changed',
  reset_password: 'A new password was set through an emailed link',
  removed_factor: 'Two-factor sign-in was switched off',
};

/** Tells every address of an account that payouts are on hold, and how to stop them. */
export const payoutHoldMail = (held: {
  readonly reason: HoldReason;
  readonly until: Date;
  readonly stopLink: string;
}): MailText =>
  composeMail({
    subject: `Your ${product.name} payouts are on hold for 72 hours`,
    paragraphs: [
      `${events[held.reason]}.`,
      `To keep your money safe, no payout leaves before ${moment.format(held.until)} (UTC). If this was you, there is nothing to do.`,
    ],
    action: { label: 'This was not me: stop my payouts', link: held.stopLink },
    closing: ['The link works for 30 days. Nothing leaves your account once you have used it.'],
  });

/** The email whose link confirms a payout destination. */
export const confirmDestinationMail = (
  publicUrl: string,
  { token, masked }: { readonly token: string; readonly masked: string },
): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Confirm where ${product.name} sends your payouts`,
    paragraphs: [
      `Please confirm that your payouts should go to ${masked}.`,
      'You will be asked for your password.',
    ],
    action: {
      label: 'Confirm this destination',
      link: `${publicUrl}/payouts/link#type=payee&token=${token}`,
    },
    closing: ['The link works once, for 24 hours.', 'If you didn’t ask for it, you can ignore this email.'],
  });

/** Tells the account's address that a destination was entered, before it takes effect. */
export const destinationGivenMail = (given: {
  readonly masked: string;
  readonly stopLink: string;
}): MailText =>
  composeMail({
    subject: `A new destination was chosen for your ${product.name} payouts`,
    paragraphs: [
      `Someone signed in to your account, probably you, asked to send payouts to ${given.masked}.`,
      'It takes effect once the emailed link is used. Nothing is sent for 72 hours after that.',
    ],
    action: { label: 'This was not me: stop my payouts', link: given.stopLink },
    closing: ['The link works for 30 days. Nothing leaves your account once you have used it.'],
  });

/** Asks for a destination while a payout waits for one. */
export const destinationNeededMail = (publicUrl: string): MailText =>
  composeMail({
    subject: `Where should ${product.name} send your payout?`,
    paragraphs: [
      'A payout of yours waits until you say where it should go.',
      'Choose a destination in your wallet. We’ll email you a link to confirm it.',
    ],
    action: { label: 'Open your wallet', link: `${publicUrl}/app/wallet` },
    closing: [],
  });

/** Tells a listener that the destination no longer exists. */
export const destinationGoneMail = (publicUrl: string): MailText =>
  composeMail({
    subject: `Your ${product.name} payouts need a new destination`,
    paragraphs: [
      'The account that your payouts went to no longer exists, or is no longer connected with us, so we can’t send money there.',
      'Your money is safe. A payout that had not left waits until you choose another destination. One that was refused is back in your wallet.',
    ],
    action: { label: 'Open your wallet', link: `${publicUrl}/app/wallet` },
    closing: [],
  });

/** Tells a listener that payouts were stopped by one of the account's addresses. */
export const payoutsStoppedMail = (publicUrl: string, supportEmail: string): MailText =>
  composeMail({
    subject: `Your ${product.name} payouts are stopped`,
    paragraphs: [
      'Someone used “This was not me” in an email about your payouts. Nothing leaves your account until we’ve looked into it.',
      'Choose a new password now, then write to us. We’ll restart payouts with you.',
    ],
    action: { label: 'Choose a new password', link: `${publicUrl}/auth?form=recover` },
    closing: [`Support: ${supportEmail}`],
  });
