import { product } from '#contract/product.ts';
import type { Mail } from './mail-transport.ts';

/**
 * A mail as nodemailer takes it, from the address `from`, and back to `returnTo`. Names and addresses stay objects: a raw string could carry a second recipient. The
 * Message-ID is the mail's own, so a repeated sending is recognized; nothing is ever read from disk or network for it.
 */
export const mailMessage = (from: string, mail: Mail, returnTo = from) => ({
  from: { name: product.name, address: from },
  to: { ...mail.to },
  // What cannot be delivered comes back there; the mail server and the recipient's see it, its reader does not.
  envelope: { from: { name: '', address: returnTo }, to: { ...mail.to } },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: `<${mail.id}@${from.split('@').at(-1)}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    // RFC 8058: a POST to the link switches such mails off.
    ...(mail.unsubscribeLink === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(mail.unsubscribeLink === undefined ? {} : { list: { unsubscribe: mail.unsubscribeLink } }),
  disableFileAccess: true,
  disableUrlAccess: true,
});
