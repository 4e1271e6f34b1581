import { describe, expect, test } from 'vitest';
import { householdPrefix, isLoopback, limitPrefix } from './address-prefix.ts';

describe('every spelling of an address counts as one sender', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::FFFF:cb00:7107', '203.0.113.7/32'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('%s counts as %s', (address, prefix) => {
    expect(limitPrefix(address)).toBe(prefix);
  });

  test('neighboring networks are two senders', () => {
    expect(limitPrefix('2001:db8:1:3::1')).not.toBe(limitPrefix('2001:db8:1:2::1'));
    expect(limitPrefix('203.0.113.8')).not.toBe(limitPrefix('203.0.113.7'));
  });
});

test('a household is a /24 or a /56', () => {
  expect(householdPrefix('203.0.113.7')).toBe('203.0.113.0/24');
  expect(householdPrefix('::ffff:203.0.113.99')).toBe('203.0.113.0/24');
  expect(householdPrefix('2001:db8:1:2::9')).toBe('2001:db8:1:0::/56');
  expect(householdPrefix('2001:db8:1:ff::9')).toBe(householdPrefix('2001:db8:1:2::9'));
  expect(householdPrefix('2001:db8:1:102::9')).toBe('2001:db8:1:100::/56');
});

test('only the machine itself is loopback', () => {
  expect(['127.0.0.1', '127.8.8.8', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual(
    Array(5).fill(true),
  );
  expect(['128.0.0.1', '::2', '1::1', '::', '::ffff:10.0.0.1', ''].map(isLoopback)).toEqual(
    Array(6).fill(false),
  );
});
