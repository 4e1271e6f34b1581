import { BadSetting, type Config, readConfig } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Like readConfig, for the running server: in production, important settings may not be left at their trial defaults.
 * @throws BadSetting with one line per invalid setting
 */
export function readServerConfig(environment: Environment): Config {
  const unsafe = environment.ENVIRONMENT === 'production' ? unsafeInProduction(environment) : [];
  try {
    const config = readConfig(environment);
    if (unsafe.length === 0) return config;
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    unsafe.unshift(error.lines);
  }
  throw new BadSetting(unsafe.join('\n'));
}

function unsafeInProduction(environment: Environment): string[] {
  const problems: string[] = [];
  if (!environment.PUBLIC_URL) {
    problems.push(
      'PUBLIC_URL: production needs the public address, https://..., for links in emails and secure cookies.',
    );
  }
  if (environment.SMTP_URL) {
    for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL']) {
      if (!environment[name]) problems.push(`${name}: needed with SMTP_URL. Use one of your own addresses.`);
    }
  } else if (environment.ALLOW_FILE_MAIL !== 'on') {
    problems.push(
      'SMTP_URL: without it nobody can confirm an account, because emails are only written to files under DATA_DIR/mail. ' +
        'Set it, or ALLOW_FILE_MAIL=on if you want that in production.',
    );
  }
  if (!environment.STRIPE_SECRET_KEY && environment.ALLOW_LOCAL_BILLING !== 'on') {
    problems.push(
      'STRIPE_SECRET_KEY: without it nobody can pay for a plan. Set it, or ALLOW_LOCAL_BILLING=on to give everyone ' +
        'every plan for free by the test checkout.',
    );
  }
  return problems;
}
