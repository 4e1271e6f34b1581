import { formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import { composeMail, type MailText, optionalClosing } from './compose-mail.ts';

export interface DecidedPayout {
  readonly amountCents: Cents;
  readonly status: 'completed' | 'rejected' | 'returned';
  readonly reason: string | null;
  /** Its money is under review. */
  readonly isWithheld: boolean;
  /** Masked; null while there is no destination. */
  readonly destination: string | null;
  /** The amount that it waits for, with other payouts to its destination. */
  readonly waitsForCents: Cents | null;
}

function goesOn({ destination, waitsForCents }: DecidedPayout): string {
  if (destination === null)
    return 'It waits until you say where it should go. Choose a destination in your wallet.';
  const once = waitsForCents === null ? '' : ` once your payouts there reach ${formatCents(waitsForCents)}`;
  return `It goes to ${destination}${once}. Your wallet shows when it arrives.`;
}

function payoutNews(payout: DecidedPayout): [subject: string, lines: string[]] {
  const { amountCents, status } = payout;
  const amount = formatCents(amountCents);
  switch (status) {
    case 'completed':
      return [
        `Your payout of ${amount} was approved`,
        [`Your payout of ${amount} was approved.`, goesOn(payout)],
      ];
    case 'rejected':
      if (payout.isWithheld)
        return [
          `Your payout of ${amount} is under review`,
          [
            `A person read some of the reviews that your payout of ${amount} pays, and found that they say nothing about the tracks.`,
            'The money is under review. You can appeal once, within 14 days, from your wallet.',
          ],
        ];
      return [
        `Your payout of ${amount} was not approved`,
        [`Your payout request of ${amount} was not approved. The money is back in your wallet.`],
      ];
    case 'returned':
      return [
        `Your payout of ${amount} did not arrive`,
        [`Your payout of ${amount} could not be delivered. The money is back in your wallet.`],
      ];
  }
}

/** Tells a listener how a payout request was decided, or that its money did not arrive. */
export function payoutDecidedMail(publicUrl: string, payout: DecidedPayout): MailText {
  const [subject, paragraphs] = payoutNews(payout);
  return composeMail({
    subject,
    paragraphs: [...paragraphs, ...(payout.reason === null ? [] : [`The reason: ${payout.reason}`])],
    action: { label: 'Open your wallet', link: `${publicUrl}/app/wallet` },
    closing: optionalClosing(publicUrl, 'your payout request was decided'),
  });
}

/** Tells a listener how money under review was decided finally. */
export const withheldDecidedMail = (
  publicUrl: string,
  decided: { readonly amount: string; readonly wanted: 'returned' | 'taken'; readonly sentence: string },
): MailText =>
  composeMail({
    subject:
      decided.wanted === 'returned'
        ? `${decided.amount} is back in your balance`
        : `${decided.amount} was taken back`,
    paragraphs: [
      decided.wanted === 'returned'
        ? `The review is over: ${decided.amount} is in your balance again. We’re sorry for the wait.`
        : `The review is over: the rewards of that payout, ${decided.amount}, were reversed.`,
      `The reason: ${decided.sentence}`,
    ],
    action: { label: 'Open your wallet', link: `${publicUrl}/app/wallet` },
    closing: optionalClosing(publicUrl, 'your payout request was decided'),
  });
