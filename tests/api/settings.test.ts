import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BadSetting, readConfig, settings } from '#server/settings/config.ts';

test.each([
  ['PORT', '70000'],
  ['PUBLIC_URL', 'earshot.example'],
  ['DATABASE_URL', 'mysql://somewhere/else'],
  ['SERVER_SECRET', 'short'],
  ['DEMO_MODE', 'yes'],
  ['APPROVAL_WAIT_SECONDS', '-1'],
])('a bad %s is named', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(BadSetting);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `, 'm'));
});

test('an empty setting counts as missing', () => {
  expect(readConfig({ SMTP_URL: '', PORT: '' })).toMatchObject({ port: 3000, smtpUrl: undefined });
});

test('a session address needs DATABASE_URL; behind a pooler statements are unnamed unless allowed', () => {
  const session = { DATABASE_SESSION_URL: 'postgres://earshot@localhost:5432/earshot' };
  const pooler = { DATABASE_URL: 'postgres://earshot@localhost:6432/earshot' };
  expect(() => readConfig(session)).toThrow(/^DATABASE_SESSION_URL: needs DATABASE_URL/m);
  expect(readConfig(pooler)).toMatchObject({
    databaseUrl: pooler.DATABASE_URL,
    databasePoolerUrl: undefined,
    namedStatements: true,
  });
  const both = { ...pooler, ...session };
  expect(readConfig(both)).toMatchObject({
    databaseUrl: session.DATABASE_SESSION_URL,
    databasePoolerUrl: pooler.DATABASE_URL,
    namedStatements: false,
  });
  expect(readConfig({ ...both, DATABASE_NAMED_STATEMENTS: 'on' }).namedStatements).toBe(true);
});

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_made_up',
  STRIPE_WEBHOOK_SECRET: 'whsec_made_up',
  STRIPE_PRICE_BASIC: 'price_b, price_b_old,price_b_older',
  STRIPE_PRICE_PRO: 'price_p',
  STRIPE_PRICE_UNLIMITED: 'price_u,',
};

test('a plan has one price on sale, and former prices', () => {
  expect(readConfig(stripe).stripe).toMatchObject({
    prices: { basic: 'price_b', pro: 'price_p', unlimited: 'price_u' },
    formerPrices: { basic: ['price_b_old', 'price_b_older'], pro: [], unlimited: [] },
    tax: false,
    promotionCodes: false,
  });
});

test('a price used for two plans prevents the start, and so does a plan without a price', () => {
  const bad = (change: object) => () => readConfig({ ...stripe, ...change });
  expect(bad({ STRIPE_PRICE_PRO: 'price_p,price_b_old' })).toThrow(/price_b_old is named twice/);
  expect(bad({ STRIPE_PRICE_PRO: ' , ' })).toThrow(/STRIPE_PRICE_PRO/);
});

test('.env.example explains every setting, and no others', () => {
  const example = readFileSync('.env.example', 'utf8');
  const explained = [...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(explained.sort()).toEqual(Object.keys(settings.shape).sort());
});
