import { expect, test } from 'vitest';
import { navigationFor } from './navigation.ts';

const labels = (user: Parameters<typeof navigationFor>[0]) => navigationFor(user).map((group) => group.label);

test('listeners see no artist tools, artists no listener tools, and neither see the admin group', () => {
  expect(labels({ userType: 'listener', role: 'user' })).toEqual(['Common', 'Listener tools', 'Account']);
  expect(labels({ userType: 'artist', role: 'user' })).toEqual(['Common', 'Artist tools', 'Account']);
});

test('an admin sees the admin group in addition to their own tools', () => {
  expect(labels({ userType: 'artist', role: 'admin' })).toEqual([
    'Common',
    'Artist tools',
    'Admin',
    'Account',
  ]);
});
