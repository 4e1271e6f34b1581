import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { product } from '#contract/product.ts';
import { MailRefused } from '#server/adapters/mail/mail-transport.ts';
import { reachMailServer, smtpTransport } from '#server/adapters/mail/smtp-transport.ts';
import type { Config } from '#server/settings/config.ts';
import { type Finding, green, reasonOf, red, yellow } from './finding.ts';

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'production'>;

/** Signs in to the mail server and, if a recipient is given, sends a test email. */
export async function checkMail(config: MailSettings, mailTo?: string): Promise<Finding> {
  const { smtpUrl, mailFrom, publicUrl } = config;
  if (!smtpUrl) return withoutServer(config, mailTo);
  const { host } = new URL(smtpUrl);
  let lacksUser: boolean;
  try {
    ({ lacksUser } = await reachMailServer(smtpUrl));
  } catch (error) {
    return red('mail', `${host} cannot be used: ${reasonOf(error)}`, cureOf(error));
  }
  if (mailTo === undefined && lacksUser) {
    const text = `${host} offers a sign-in, but SMTP_URL has no user. It may accept no emails.`;
    return yellow('mail', text, 'Add the user and password to SMTP_URL, or try it with --mail-to ADDRESS.');
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
    const text = `${host} rejected a test email to ${mailTo}: ${reasonOf(error)}`;
    return red('mail', text, cureOfRejection(error, mailFrom));
  }
}

function withoutServer({ production }: MailSettings, mailTo: string | undefined): Finding {
  const text = 'Emails are only written to files under DATA_DIR/mail. Nobody receives them.';
  if (production || mailTo !== undefined) return yellow('mail', text, 'Set SMTP_URL.');
  return green('mail', text);
}

const needsSignIn = z.object({ responseCode: z.literal(530) });

function cureOfRejection(error: unknown, mailFrom: string): string {
  if (error instanceof MailRefused) return 'Give --mail-to an address that exists.';
  if (needsSignIn.safeParse(error).success) return 'Add the user and password to SMTP_URL.';
  return `Allow the mail server to send from MAIL_FROM, ${mailFrom}, to other domains.`;
}

const untrusted = /self-signed|unable to (?:get|verify)|certificate has expired/i;

function cureOf(error: unknown): string {
  if (untrusted.test(reasonOf(error))) {
    return 'The certificate is not of a public authority. For your own one, set NODE_EXTRA_CA_CERTS to its file: docs/operations.md, "Mail".';
  }
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
