import { randomUUID } from 'node:crypto';
import { product } from '#contract/product.ts';
import { reachMailServer, smtpTransport } from '#server/adapters/mail/smtp-transport.ts';
import type { Config } from '#server/settings/config.ts';
import { type Finding, green, reasonOf, red, yellow } from './finding.ts';

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'production'>;

/** Signs in to the mail server and, if a recipient is given, sends a test email. */
export async function checkMail(config: MailSettings, mailTo?: string): Promise<Finding> {
  const { smtpUrl, mailFrom, publicUrl } = config;
  if (!smtpUrl) return withoutServer(config, mailTo);
  const { host } = new URL(smtpUrl);
  try {
    await reachMailServer(smtpUrl);
  } catch (error) {
    return red('mail', `${host} cannot be used: ${reasonOf(error)}`, cureOf(error));
  }
  if (mailTo === undefined) {
    return green(
      'mail',
      `${host} accepts the connection and the sign-in. --mail-to ADDRESS also sends a test email.`,
    );
  }
  try {
    await smtpTransport({ url: smtpUrl, from: mailFrom }).send(testMail(mailTo, publicUrl));
    return green(
      'mail',
      `${host} accepted a test email from ${mailFrom} to ${mailTo}. Check that it arrives.`,
    );
  } catch (error) {
    const cure = `Allow the mail server to send from MAIL_FROM, ${mailFrom}, to other domains.`;
    return red('mail', `${host} rejected a test email to ${mailTo}: ${reasonOf(error)}`, cure);
  }
}

function withoutServer({ production }: MailSettings, mailTo: string | undefined): Finding {
  const text = 'Emails are only written to files under DATA_DIR/mail. Nobody receives them.';
  if (production || mailTo !== undefined) return yellow('mail', text, 'Set SMTP_URL.');
  return green('mail', text);
}

function cureOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EAUTH')
    return 'Correct the user and password in SMTP_URL. Percent-encode special characters.';
  if (code === 'ETLS' || code === 'ESOCKET') {
    return 'Check the host, port and scheme of SMTP_URL: smtps:// is for port 465, smtp:// for 587.';
  }
  return 'Check the host and port of SMTP_URL, and whether a firewall blocks this machine.';
}

const lines = (publicUrl: string) => [
  `This is a test email of ${product.name} at ${publicUrl}.`,
  'Its operator sent it with npm run doctor. You do not need to do anything.',
];

const testMail = (address: string, publicUrl: string) => ({
  id: randomUUID(),
  to: { name: '', address },
  subject: `${product.name}: test email`,
  text: `${lines(publicUrl).join('\n')}\n`,
  // Nothing to escape: the public URL is a validated origin.
  html: lines(publicUrl)
    .map((line) => `<p>${line}</p>`)
    .join(''),
});
