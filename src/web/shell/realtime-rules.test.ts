import { expect, test } from 'vitest';
import { delayOf, queriesOf, readMessage, reconnectDelay } from './realtime-rules.ts';

test('a lost connection is retried after 1, 2, 5, 10 and then every 10 seconds, with jitter', () => {
  const delays = (chance: number) => [1, 2, 3, 4, 5, 100].map((tries) => reconnectDelay(tries, chance));
  expect(delays(0)).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);
  expect(delays(1)).toEqual([1_500, 2_500, 5_500, 10_500, 10_500, 10_500]);
});

test('a wallet change refreshes wallet and profile, and nothing else', () => {
  expect(queriesOf('wallet')).toEqual(['wallet', 'profile']);
});

test('a topic refreshes its own pages', () => {
  expect(queriesOf('profile')).toEqual(['profile']);
  expect(queriesOf('subscriptions')).toEqual(['subscriptions', 'profile']);
  expect(queriesOf('queue')).toEqual(['queue']);
  expect(queriesOf('admin')).toEqual(['admin']);
});

test('an edited track and a new review also refresh Discover and the artist page', () => {
  expect(queriesOf('tracks')).toContain('discovery');
  expect(queriesOf('reviews')).toContain('discovery');
});

test('after a gap everything that could have changed is refreshed', () => {
  expect([...queriesOf('all')].sort()).toEqual([
    'admin',
    'discovery',
    'notices',
    'profile',
    'queue',
    'reviews',
    'subscriptions',
    'tracks',
    'wallet',
  ]);
});

test('listeners with an empty queue request a track within a second, spread out; the rest refreshes at once', () => {
  expect([0, 0.5, 1].map((chance) => delayOf('queue', chance))).toEqual([0, 500, 1000]);
  expect(delayOf('wallet', 1)).toBe(0);
});

test.each(['{', 'null', '7', '{}', '{"alive":false}', '{"changed":"weather"}', '{"changed":["wallet"]}'])(
  'an unknown message changes nothing: %s',
  (text) => {
    expect(readMessage(text)).toBeNull();
  },
);

test('the server sends heartbeats and changes', () => {
  expect(readMessage('{"alive":true}')).toEqual({ alive: true });
  expect(readMessage('{"changed":"wallet"}')).toEqual({ changed: 'wallet' });
});
