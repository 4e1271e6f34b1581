import { describe, expect, test } from 'vitest';
import { householdPrefix, isLoopback, prefixesOf, widestPrefix } from './fingerprint.ts';

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
    expect(prefixesOf(address)[0]).toEqual({ prefix, times: 1 });
  });

  test('neighboring networks are two senders', () => {
    expect(prefixesOf('2001:db8:1:3::1')[0]).not.toEqual(prefixesOf('2001:db8:1:2::1')[0]);
    expect(prefixesOf('203.0.113.8')[0]).not.toEqual(prefixesOf('203.0.113.7')[0]);
  });
});

describe('a sender also counts toward the wider networks it may hold, which have larger limits', () => {
  test('an IPv6 address toward its /56 and /48', () => {
    expect(prefixesOf('2001:db8:1:2f3::9')).toEqual([
      { prefix: '2001:db8:1:2f3::/64', times: 1 },
      { prefix: '2001:db8:1:200::/56', times: 4 },
      { prefix: '2001:db8:1:0::/48', times: 16 },
    ]);
    expect(widestPrefix('2001:db8:1:ffff::9')).toBe('2001:db8:1:0::/48');
    expect(widestPrefix('2001:db8:2::9')).toBe('2001:db8:2:0::/48');
  });

  test('an IPv4 address, in any notation, toward its /24', () => {
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7']) {
      expect(prefixesOf(address)).toEqual([
        { prefix: '203.0.113.7/32', times: 1 },
        { prefix: '203.0.113.0/24', times: 16 },
      ]);
    }
  });

  test('an unknown address toward nothing else', () => {
    expect(prefixesOf('?')).toHaveLength(1);
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
