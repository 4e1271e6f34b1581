import { product } from '#contract/product.ts';
import { composeMail, type MailText } from './compose-mail.ts';

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
