import { expect, test } from 'vitest';
import { BadSetting } from '#server/settings/config.ts';
import { misspelledSettings, readServerConfig } from '#server/settings/load-settings.ts';

const whole = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://earshot.example',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'hello@earshot.example',
  SUPPORT_EMAIL: 'support@earshot.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_BASIC: 'price_1',
  STRIPE_PRICE_PRO: 'price_2',
  STRIPE_PRICE_UNLIMITED: 'price_3',
};

/** The names of the lines that refuse these settings. */
function refused(environment: Record<string, string>): string[] {
  try {
    readServerConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    return error.lines.split('\n').map((line) => line.split(':')[0] ?? '');
  }
}

test('production starts with every service set', () => {
  expect(refused(whole)).toEqual([]);
});

test.each([
  [{ PUBLIC_URL: '' }, ['PUBLIC_URL']],
  [{ SMTP_URL: '' }, ['SMTP_URL']],
  [{ MAIL_FROM: '', SUPPORT_EMAIL: '' }, ['MAIL_FROM', 'SUPPORT_EMAIL']],
  [{ STRIPE_SECRET_KEY: '' }, ['STRIPE_SECRET_KEY']],
  [{ STRIPE_SECRET_KEY: '', SMTP_URL: '' }, ['SMTP_URL', 'STRIPE_SECRET_KEY']],
])('production without %o does not start, with a line for each problem', (missing, names) => {
  expect(refused({ ...whole, ...missing })).toEqual(names);
  expect(refused({ ...whole, ...missing, ENVIRONMENT: 'development' })).toEqual([]);
});

test('production needs an explicit setting for emails in files and free plans', () => {
  const trial = { ...whole, SMTP_URL: '', STRIPE_SECRET_KEY: '' };
  expect(refused({ ...trial, ALLOW_FILE_MAIL: 'on', ALLOW_LOCAL_BILLING: 'on' })).toEqual([]);
});

test.each([
  ['SMPT_URL', ['SMTP_URL']],
  ['PUBLIC_ULR', ['PUBLIC_URL']],
  ['DATABSE_URL', ['DATABASE_URL']],
  ['DATADIR', ['DATA_DIR']],
  ['SMTP_HOST', ['SMTP_URL']],
])('%s is reported as a misspelled %s', (name, meant) => {
  expect(misspelledSettings([name])).toEqual([{ name, meant }]);
});

test.each([
  'HOME',
  'HOSTNAME',
  'PATH',
  'PWD',
  'MAIL',
  'PGHOST',
  'NODE_ENV',
  'TZ',
  'LANG',
  'PORT',
  'SMTP_URL',
  'npm_config_cache',
  'LOGNAME',
  'AWS_REGION',
  'AWS_SECRET_ACCESS_KEY',
  'S3CMD',
])('%s is ignored', (name) => {
  expect(misspelledSettings([name])).toEqual([]);
});
