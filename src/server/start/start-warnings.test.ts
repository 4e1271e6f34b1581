import { expect, test } from 'vitest';
import { BadSetting, readConfig } from '../settings/config.ts';
import { startWarnings } from './start-warnings.ts';

const addresses = ['192.168.1.5', '2001:db8::5'];
const warningsOf = (environment: Record<string, string>) => startWarnings(readConfig(environment), addresses);
const production = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://earshot.example',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://mail.example.com',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_BASIC: 'price_1',
  STRIPE_PRICE_PRO: 'price_2',
  STRIPE_PRICE_UNLIMITED: 'price_3',
  PAYOUT_METHODS: 'paypal',
  DEMO_MODE: 'off',
};

test('by default the server listens on this machine only, and in production on every address', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', trustLoopback: true });
  expect(readConfig(production)).toMatchObject({ host: '0.0.0.0', trustLoopback: false });
  expect(readConfig({ ...production, HOST: '10.0.0.1' }).host).toBe('10.0.0.1');
});

test('a server reachable from the network says so in one line, with its addresses', () => {
  expect(warningsOf({ HOST: '0.0.0.0' })).toEqual([
    expect.stringMatching(/^HOST is 0\.0\.0\.0, .*\(http:\/\/192\.168\.1\.5:3000\)/),
  ]);
  expect(warningsOf({ HOST: '::', PORT: '80' })).toEqual([
    expect.stringContaining('(http://192.168.1.5:80, http://[2001:db8::5]:80)'),
  ]);
  expect(warningsOf({ HOST: '192.168.1.5' })).toEqual([expect.stringContaining('http://192.168.1.5:3000')]);
});

test('a server reachable from this machine only warns of nothing', () => {
  for (const host of ['', '127.0.0.1', '::1', 'localhost']) expect(warningsOf({ HOST: host })).toEqual([]);
});

test('production warns of a public address without https', () => {
  expect(warningsOf(production)).toEqual([]);
  expect(warningsOf({ ...production, PUBLIC_URL: 'http://earshot.example' })).toEqual([
    expect.stringMatching(/^PUBLIC_URL is http:\/\/earshot\.example, not https: .*without Secure/),
  ]);
});

test('production warns of unnamed proxies, and of trusting loopback', () => {
  expect(warningsOf({ ...production, TRUSTED_PROXIES: '' })).toEqual([
    expect.stringMatching(/^TRUSTED_PROXIES is empty/),
  ]);
  expect(warningsOf({ ...production, TRUST_LOOPBACK: 'on' })).toEqual([
    expect.stringMatching(/^TRUST_LOOPBACK is on: .*\/metrics/),
  ]);
});

test('an invalid network is rejected at the start', () => {
  for (const proxies of ['10.0.0.0/33', '2001:db8::/129', '10.0.0/8'])
    expect(() => readConfig({ TRUSTED_PROXIES: proxies })).toThrow(BadSetting);
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32' }).trustedProxies).toHaveLength(2);
});

test('production warns of a public address that only this machine can open, and of the demo', () => {
  expect(warningsOf({ ...production, PUBLIC_URL: 'http://localhost:3000' })[0]).toContain(
    'work on this machine only',
  );
  expect(warningsOf({ ...production, DEMO_MODE: 'on' })).toEqual([
    expect.stringContaining('DEMO_MODE is on'),
  ]);
});

test('production warns if listeners cannot be paid, or payouts are only marked as paid', () => {
  expect(warningsOf({ ...production, PAYOUT_METHODS: '' })).toEqual([
    expect.stringMatching(/^PAYOUT_METHODS is empty/),
  ]);
  expect(warningsOf({ ...production, PAYOUT_METHODS: 'local' })).toEqual([
    expect.stringMatching(/^PAYOUT_METHODS is local/),
  ]);
});

test('production warns of free plans', () => {
  expect(warningsOf({ ...production, ALLOW_LOCAL_BILLING: 'on' })).toEqual([
    expect.stringMatching(/^ALLOW_LOCAL_BILLING is on: everyone can give themselves every plan/),
  ]);
});

test('production warns of a backup bucket without a key, or over plain http beyond this machine', () => {
  const bucket = {
    BACKUP_S3_BUCKET: 'kept',
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  };
  const key = { BACKUP_KEY: 'a key of the operator, 32 letters or more' };
  const at = (endpoint: string) => ({ ...bucket, BACKUP_S3_ENDPOINT: endpoint });
  for (const around of [{}, production]) {
    expect(warningsOf({ ...around, ...bucket })).toEqual([
      expect.stringMatching(/^BACKUP_KEY is empty: anyone who can read s3:\/\/kept\/earshot-backups /),
    ]);
    expect(warningsOf({ ...around, ...key, ...at('http://s3.example.com') })).toEqual([
      expect.stringMatching(/^BACKUP_S3_ENDPOINT is http:\/\/s3\.example\.com, not https/),
    ]);
    expect(warningsOf({ ...around, ...at('http://s3.example.com') })).toHaveLength(2);
    for (const endpoint of ['https://s3.example.com', 'http://127.0.0.1:9000', 'http://localhost:9000']) {
      expect(warningsOf({ ...around, ...key, ...at(endpoint) })).toEqual([]);
    }
    expect(warningsOf({ ...around, BACKUP_DIR: '/b' })).toEqual([]);
  }
});
