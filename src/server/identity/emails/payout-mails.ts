import { product } from '#contract/product.ts';
import type { HoldReason } from '../payout-hold-store.ts';
import { composeMail, type MailText } from './compose-mail.ts';

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
});

type MailedReason = Exclude<HoldReason, 'first_destination'>;

const stopLabel = 'This was not me: stop my payouts';

const events: Readonly<Record<MailedReason, string>> = {
  changed_destination: 'Your payout destination was changed',
  changed_email: 'Your account’s email address was changed',
  reset_password: 'A new password was set through an emailed link',
  removed_factor: 'Two-factor sign-in was turned off',
};

/** Tells every address of an account that payouts are on hold, and how to stop them. */
export const payoutHoldMail = (held: {
  readonly reason: MailedReason;
  readonly until: Date;
  readonly stopLink: string;
}): MailText =>
  composeMail({
    subject: `Your ${product.name} payouts are on hold for 72 hours`,
    paragraphs: [
      `${events[held.reason]}.`,
      `To keep your money safe, we send no payouts before ${moment.format(held.until)} (UTC). If this was you, you don’t need to do anything.`,
    ],
    action: { label: stopLabel, link: held.stopLink },
    closing: ['The link works for 30 days. Once you use it, no money leaves your account.'],
  });

/** The email whose link confirms a payout destination. To the account's own address it also says how to stop payouts. */
export const confirmDestinationMail = ({
  masked,
  link,
  stopLink,
}: {
  readonly masked: string;
  readonly link: string;
  readonly stopLink: string | null;
}): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Confirm where ${product.name} sends your payouts`,
    paragraphs: [
      `Please confirm that your payouts should go to ${masked}.`,
      'After that, we send no payouts for 72 hours, to keep your money safe.',
    ],
    action: { label: 'Confirm this destination', link },
    closing: [
      'The link works once and expires in 24 hours.',
      ...(stopLink === null ? ['If you didn’t ask for it, you can ignore this email.'] : []),
    ],
    ...(stopLink === null ? {} : { otherAction: { label: stopLabel, link: stopLink } }),
  });

/** Tells the account's address that a destination was entered, before it takes effect. */
export const destinationGivenMail = (given: {
  readonly masked: string;
  readonly stopLink: string;
}): MailText =>
  composeMail({
    subject: `A new destination was chosen for your ${product.name} payouts`,
    paragraphs: [
      `A payout destination was added to your account: ${given.masked}.`,
      'If that was you, confirm it from the email we sent there. After that, we send no payouts for 72 hours.',
    ],
    action: { label: stopLabel, link: given.stopLink },
    closing: ['The link works for 30 days. Once you use it, no money leaves your account.'],
  });

/** Asks for a destination while a payout waits for one. */
export const destinationNeededMail = (publicUrl: string): MailText =>
  composeMail({
    subject: `Where should ${product.name} send your payout?`,
    paragraphs: [
      'A payout is waiting because it has no destination that we can pay.',
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
      'The account we sent your payouts to no longer exists, or is no longer connected to us, so we can’t send money there.',
      'Your money is safe. If a payout hasn’t been sent yet, it waits until you choose another destination. If it failed, the money is back in your wallet.',
    ],
    action: { label: 'Open your wallet', link: `${publicUrl}/app/wallet` },
    closing: [],
  });

/** Tells a listener that payouts were stopped by one of the account's addresses. */
export const payoutsStoppedMail = (publicUrl: string, supportEmail: string): MailText =>
  composeMail({
    subject: `Your ${product.name} payouts are stopped`,
    paragraphs: [
      'Someone used “This was not me” in an email about your payouts. No money leaves your account until we’ve looked into it.',
      'Choose a new password now, then write to us. We’ll restart payouts with you.',
    ],
    action: { label: 'Choose a new password', link: `${publicUrl}/auth?form=recover` },
    closing: [`Support: ${supportEmail}`],
  });
