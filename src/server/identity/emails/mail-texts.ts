import { formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import { product } from '#contract/product.ts';
import { escapeHtml } from '../../foundation/escape-html.ts';

/** The same event as shown in the product. */
interface NoticeText {
  readonly body: string;
  /** A page of the product. Links with a token are only sent by email. */
  readonly path: string | null;
}

/** The content of an email. Its recipient is stored in the outbox. */
export interface MailText {
  /** Null for an email that proves ownership of an address. */
  readonly notice: NoticeText | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Parts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly link: string };
  readonly closing: readonly string[];
  /** It proves ownership of an address, or goes to someone who cannot sign in, or could not until now. */
  readonly isByMailOnly?: true;
}

/** The page that a link leads to; null if it leads elsewhere or carries a token. */
function pageOf(link: string): string | null {
  const { pathname, search } = new URL(link);
  if (pathname.startsWith('/artist/')) return `/app${pathname}`;
  return pathname.startsWith('/app/') ? pathname + search : null;
}

/** Brass with dark ink stays legible in the dark mode of email clients. */
const actStyle =
  'display:inline-block;background:#ffb224;color:#1c1205;padding:12px 24px;font-weight:600;text-decoration:none';
/** The product's own typeface if it is installed; email clients load no fonts. */
const typeface = "'Hanken Grotesk','Segoe UI',Helvetica,Arial,sans-serif";
/** Colors of the dark theme, for email clients that support it. */
const darkStyle =
  '@media (prefers-color-scheme:dark){body{background:#150e1a!important;color:#f6eff4!important}.panel{background:#1e1525!important}}';
/** Not every email client turns a URL into a link. */
const linked = (html: string) => html.replace(/https?:\/\/\S+/, '<a href="$&" style="color:inherit">$&</a>');
const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;

/** An email of plain paragraphs, one link and a closing, as text and as HTML. */
export function composeMail({ subject, paragraphs, action, closing, isByMailOnly }: Parts): MailText {
  const path = action === undefined ? null : pageOf(action.link);
  const notice = isByMailOnly ? null : { body: paragraphs.join('\n'), path };
  const linkText = action ? [`${action.label}:\n${action.link}`] : [];
  const linkHtml = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="${actStyle}">${escapeHtml(action.label)}</a></p>`
    : '';
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    '<meta name="viewport" content="width=device-width">',
    `<style>${darkStyle}</style></head>`,
    `<body style="margin:0;padding:24px 12px;background:#f7f2f6;color:#241629;font:16px/1.5 ${typeface};overflow-wrap:anywhere;word-break:break-word">`,
    '<div class="panel" style="max-width:512px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid #ffb224">',
    `<p style="margin:0 0 24px;font-size:24px;font-weight:800;font-stretch:condensed">${product.wordmark}</p>`,
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
    linkHtml,
    ...closing.map((text) => paragraph(linked(escapeHtml(text)))),
    '</div></body></html>',
  ].join('\n');
  const text = [...paragraphs, ...linkText, ...closing, product.name].join('\n\n');
  return { subject, text: `${text}\n`, html, notice };
}

const callback = (publicUrl: string, type: string, token: string) =>
  `${publicUrl}/auth/callback#type=${type}&token=${token}`;

/** The email whose link confirms an address. The token is in the fragment (#), so that no server logs it. */
export const confirmationMail = (publicUrl: string, token: string): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Confirm your email address for ${product.name}`,
    paragraphs: [
      `Welcome to ${product.name}.`,
      'Please confirm your email address with the password you chose.',
    ],
    action: { label: 'Confirm my address', link: callback(publicUrl, 'signup', token) },
    closing: [
      'The link works once and expires in 24 hours.',
      'If you did not sign up, you can ignore this email. Nobody can use your address without you.',
    ],
  });

/** Sent for a sign-up with an address that already has a confirmed account: only its owner learns that. */
export const accountExistsMail = (publicUrl: string, supportEmail: string): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `You already have an ${product.name} account`,
    paragraphs: [
      `Someone, probably you, tried to sign up for ${product.name} with this email address.`,
      'You already have an account, and nothing about it changed.',
    ],
    action: { label: 'Sign in', link: `${publicUrl}/auth` },
    closing: [`If this wasn’t you, you can ignore this email. Questions: ${supportEmail}`],
  });

/** Tells a user that a refresh token was used twice, so its session was ended. */
export const sessionEndedMail = (publicUrl: string, supportEmail: string): MailText =>
  composeMail({
    subject: `We signed you out of ${product.name} on one device`,
    paragraphs: [
      'One of your sessions was used twice. That can happen when a browser is restored from a backup, or when someone has copied your session.',
      'To be safe, we ended that session. Your other devices stay signed in.',
    ],
    action: { label: 'Sign in again', link: `${publicUrl}/auth` },
    closing: [`If you use shared devices or lost one, sign out everywhere and tell us: ${supportEmail}`],
  });

/** The email whose link opens the form for a new password. */
export const recoveryMail = (publicUrl: string, token: string): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Choose a new password for ${product.name}`,
    paragraphs: [`Someone, probably you, asked for a new password for ${product.name}.`],
    action: { label: 'Choose a new password', link: callback(publicUrl, 'recovery', token) },
    closing: [
      'The link works once and expires in 60 minutes.',
      'If you didn’t ask for it, you can ignore this email. Your password stays the same.',
    ],
  });

/** Tells a user that the password was changed. */
export const passwordChangedMail = (publicUrl: string, supportEmail: string): MailText =>
  composeMail({
    subject: `Your ${product.name} password was changed`,
    paragraphs: [
      'Your password was just changed.',
      'Your other devices were signed out, and links in earlier emails no longer work.',
    ],
    action: { label: 'This was not me: choose a new password', link: `${publicUrl}/auth?form=recover` },
    closing: [`If you did not do this, choose a new password right away and tell us: ${supportEmail}`],
  });

/** The email whose link makes an address the account's address. */
export const emailChangeMail = (publicUrl: string, token: string): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Confirm your new email address for ${product.name}`,
    paragraphs: [`Please confirm that your ${product.name} account should use this email address.`],
    action: { label: 'Confirm my new address', link: callback(publicUrl, 'email_change', token) },
    closing: [
      'The link works once and expires in 24 hours.',
      'If you didn’t ask for it, you can ignore this email.',
    ],
  });

/** Tells the current address that someone asked to change it. */
export const emailChangeNotice = (publicUrl: string, supportEmail: string): MailText =>
  composeMail({
    subject: `Your ${product.name} email address is about to change`,
    paragraphs: [
      'Someone signed in to your account, probably you, asked to change its email address.',
      'Nothing changes until someone uses the link we emailed to the new address.',
    ],
    action: { label: 'This was not me: choose a new password', link: `${publicUrl}/auth?form=recover` },
    closing: [`If you did not ask for this, choose a new password right away and tell us: ${supportEmail}`],
  });

/** The last email to an account's former address. */
export const emailChangedMail = (supportEmail: string): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Your ${product.name} email address was changed`,
    paragraphs: ['Your account now uses another email address. We won’t email this one anymore.'],
    closing: [`If you did not do this, tell us right away: ${supportEmail}`],
  });

/** Tells a user that signing in now needs a code from the app. */
export const factorAddedMail = (supportEmail: string): MailText =>
  composeMail({
    subject: `Two-factor sign-in is on for ${product.name}`,
    paragraphs: [
      'From now on you need a code from your authenticator app to sign in.',
      'Keep your recovery codes on paper. Each one works once if you lose the app.',
    ],
    closing: [`If you did not do this, tell us right away: ${supportEmail}`],
  });

/** Tells a user that the password alone is now enough to sign in. */
export const factorRemovedMail = (supportEmail: string): MailText =>
  composeMail({
    subject: `Two-factor sign-in is off for ${product.name}`,
    paragraphs: ['From now on you only need your password to sign in.'],
    closing: [`If you did not do this, change your password right away and tell us: ${supportEmail}`],
  });

/** Tells a user that they cannot sign in anymore, why, and how to appeal. */
export const accountSuspendedMail = (supportEmail: string, reason: string): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Your ${product.name} account is suspended`,
    paragraphs: [
      'An admin suspended your account, so you can’t sign in. The reason they gave:',
      reason,
      'You keep the money you earned.',
    ],
    closing: [
      `If this is wrong, you can appeal: write to ${supportEmail} and tell us why. An admin reads it.`,
    ],
  });

/** Tells a user that they can sign in again. */
export const suspensionLiftedMail = (publicUrl: string): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Your ${product.name} account is no longer suspended`,
    paragraphs: [
      'You can sign in again.',
      'If any of your reviews were rejected with the suspension, you can appeal in My Reviews.',
    ],
    action: { label: 'Sign in', link: `${publicUrl}/auth` },
    closing: ['You always get emails about your account.'],
  });

/** The last email to a user who deleted the account. */
export const accountDeletedMail = (supportEmail: string): MailText =>
  composeMail({
    isByMailOnly: true,
    subject: `Your ${product.name} account was deleted`,
    paragraphs: [
      'Your account was deleted, as you asked. Your name, address and music are erased.',
      'Reviews you wrote stay, without your name. You can sign up again with this address at any time.',
    ],
    closing: [`If you did not do this, tell us right away: ${supportEmail}`],
  });

/** Tells an admin that the audit found something and payouts are halted. */
export const booksAlarmMail = (
  publicUrl: string,
  findings: readonly { readonly rule: string; readonly subject: string; readonly detail: string }[],
): MailText =>
  composeMail({
    subject: `The audit of ${product.name} found a problem: payouts are halted`,
    paragraphs: [
      'No payout can be completed until an admin lifts the halt. The audit found:',
      ...findings.slice(0, 10).map(({ rule, subject, detail }) => `${rule}, ${subject}: ${detail}`),
    ],
    action: { label: 'Open Books', link: `${publicUrl}/app/admin` },
    closing: ['You get this email because you are an admin.'],
  });

/** Tells an admin that so many reviews wait that New listeners' doubtful ones are no longer approved unread. */
export const reviewsWaitingMail = (publicUrl: string): MailText =>
  composeMail({
    subject: 'Doubtful reviews need your decision',
    paragraphs: [
      'Too many doubtful reviews are waiting: from New listeners, from a single listener or from a cluster of accounts. If you don’t decide them, the rules approve them 30 days after they were sent.',
    ],
    action: { label: 'Open the reviews', link: `${publicUrl}/app/admin` },
    closing: ['You get this email because you are an admin, at most once a day.'],
  });

interface DecidedReview {
  readonly trackTitle: string;
  readonly status: 'approved' | 'rejected' | 'reversed';
  readonly reasonLabel: string | null;
  /** The admin's own sentence. */
  readonly sentence: string | null;
  readonly appealOutcome: 'granted' | 'dismissed' | null;
  readonly earnedCents: Cents;
}

const reviewNews = ({ trackTitle, status, appealOutcome }: DecidedReview): string => {
  if (appealOutcome === 'granted')
    return `Your appeal was granted: your review of “${trackTitle}” was approved`;
  if (appealOutcome === 'dismissed') return `Your review of “${trackTitle}” stays rejected after your appeal`;
  if (status === 'reversed') return `The approval of your review of “${trackTitle}” was reversed`;
  return `Your review of “${trackTitle}” was ${status}`;
};

const reviewClosing = ({ status, appealOutcome, earnedCents }: DecidedReview): string[] => {
  if (status === 'approved') return [`We added ${formatCents(earnedCents)} to your wallet.`];
  return status === 'rejected' && appealOutcome === null ? ['You can appeal once, in My Reviews.'] : [];
};

/** Tells a listener what was decided about a review. */
export function reviewDecisionMail(publicUrl: string, review: DecidedReview): MailText {
  const { reasonLabel, sentence } = review;
  const news = reviewNews(review);
  return composeMail({
    subject: news,
    paragraphs: [`${news}.`, ...[reasonLabel && `${reasonLabel}.`, sentence].filter((part) => part !== null)],
    action: { label: 'See my reviews', link: `${publicUrl}/app/my-reviews` },
    closing: reviewClosing(review),
  });
}
