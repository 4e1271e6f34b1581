import { formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import { composeMail, type MailText } from './mail-texts.ts';

const refunded = {
  plan: 'Your plan has ended, and its tracks get no new listeners. Anyone who was listening still gets paid, and you keep the reviews.',
  second:
    'You already have a plan, so we canceled the second subscription that you paid for. Your plan and its reviews stay as they are. To change it, choose another plan on your subscription page.',
  pack: 'The reviews and the upload of the pack are gone from your account.',
} as const;

/** Tells an artist that a payment was refunded, and what that means. */
export const refundedMail = (publicUrl: string, amountCents: Cents, what: keyof typeof refunded): MailText =>
  composeMail({
    subject: 'Your payment was refunded',
    paragraphs: [
      `We refunded ${formatCents(amountCents)}. It reaches your bank within a few days.`,
      refunded[what],
    ],
    action: { label: 'See your subscription', link: `${publicUrl}/app/subscription` },
    closing: ['You always get emails about your plan.'],
  });
