import { expect, test } from 'vitest';
import { type AccountPast, powerOfLink } from './stop-link-rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
const quiet: AccountPast = { changes: [], resets: [], liftedAt: null };
const stolen = { ...quiet, changes: [{ from: 'owner', to: 'thief' }] };
const returned = { ...quiet, changes: [...stolen.changes, { from: 'thief', to: 'owner' }] };
const power = (address: string | null, current: string, past: AccountPast, made = 10) =>
  powerOfLink({ address, madeAt: at(made) }, current, past);

test('a link to the account’s address withdraws the destination', () => {
  expect(power('owner', 'owner', quiet)).toBe('withdraw');
  expect(power('owner', 'owner', returned)).toBe('withdraw');
});

test('a link to the former address withdraws the destination of whoever changed the address', () => {
  expect(power('owner', 'thief', stolen)).toBe('withdraw');
  expect(
    power('owner', 'third', { ...stolen, changes: [...stolen.changes, { from: 'thief', to: 'third' }] }),
  ).toBe('withdraw');
});

test('a link to an address that the account no longer has only stops, also after the address changes again', () => {
  expect(power('thief', 'owner', returned)).toBe('stop');
  const again = { ...returned, changes: [...returned.changes, { from: 'owner', to: 'thief' }] };
  expect(power('owner', 'thief', again)).toBe('withdraw');
});

test('a lifted stop voids the links made before it, to every address', () => {
  for (const address of ['owner', 'thief', null]) {
    expect(power(address, 'owner', { ...returned, liftedAt: at(11) })).toBe('none');
  }
  expect(power('owner', 'owner', { ...returned, liftedAt: at(10) })).toBe('withdraw');
});

test('a reset voids the earlier links to its own address and to later ones, not to an older one', () => {
  const ownerReset = { ...returned, resets: [{ at: at(20), address: 'owner' }] };
  expect(power('thief', 'owner', ownerReset)).toBe('none');
  expect(power('owner', 'owner', ownerReset)).toBe('none');
  expect(power('owner', 'owner', ownerReset, 20)).toBe('withdraw');
  const thiefReset = { ...stolen, resets: [{ at: at(20), address: 'thief' }] };
  expect(power('owner', 'thief', thiefReset)).toBe('withdraw');
});

test('a link that names no address only stops', () => {
  expect(power(null, 'owner', quiet)).toBe('stop');
});
