import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BadSetting, readConfig, settings } from '#server/config.ts';

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

test('an empty setting counts as absent', () => {
  expect(readConfig({ SMTP_URL: '', PORT: '' })).toMatchObject({ port: 3000, smtpUrl: undefined });
});

test('the example explains every setting, and no other', () => {
  const example = readFileSync('.env.example', 'utf8');
  const explained = [...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(explained.sort()).toEqual(Object.keys(settings.shape).sort());
});
