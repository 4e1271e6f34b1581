import { product } from '#contract/product.ts';
import type { Mail } from './mail-transport.ts';

/**
 * An email for nodemailer. Names and addresses stay objects, because a raw string could add a second recipient. The
 * Message-ID is the email's own, so a repeat is recognizable; nothing is read from disk or network.
 */
export const mailMessage = (from: string, mail: Mail, returnTo = from) => ({
  from: { name: product.name, address: from },
  to: { ...mail.to },
  // Bounces go to this address. Only mail servers see it, not the reader.
  envelope: { from: { name: '', address: returnTo }, to: { ...mail.to } },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: `<${mail.id}@${from.split('@').at(-1)}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    // RFC 8058: a POST to the link switches such emails off.
    ...(mail.unsubscribeLink === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(mail.unsubscribeLink === undefined ? {} : { list: { unsubscribe: mail.unsubscribeLink } }),
  disableFileAccess: true,
  disableUrlAccess: true,
});
