import { expect, test } from 'vitest';
import { clientConfig, userOf, withDatabase } from './database-address.ts';

const socket = {
  host: '/data/pg',
  port: 5432,
  user: 'earshot_admin',
  database: 'earshot',
  trusted: true,
} as const;

test('an invalid database URL is rejected without showing its password', () => {
  const connecting = () => clientConfig({ url: '//web:secret@db/shop' }, 'earshot_app');
  expect(connecting).toThrow(/does not have the form postgresql:/);
  expect(connecting).not.toThrow(/secret/);
});

test('a URL connects as its role and keeps its options', () => {
  const config = clientConfig({ url: 'postgresql://web@db/shop?options=-c%20work_mem%3D7MB' }, 'earshot_app');
  expect(config).toEqual({
    connectionString: 'postgresql://web@db/shop',
    options: '-c work_mem=7MB -c role=earshot_app',
  });
});

test('a URL with a socket folder instead of a host is accepted', () => {
  const address = { url: 'postgresql://web@/shop?host=/run/postgresql' };
  expect(userOf(address)).toBe('web');
  expect(withDatabase(address, 'other')).toEqual({
    url: 'postgresql://web@localhost/other?host=/run/postgresql',
  });
});

test('if no password is needed, the app connects directly as its role, so it cannot switch to another', () => {
  expect(clientConfig(socket, 'earshot_app', ['timezone=UTC'])).toMatchObject({
    user: 'earshot_app',
    options: '-c timezone=UTC',
  });
  expect(clientConfig({ ...socket, trusted: false }, 'earshot_app')).toMatchObject({
    user: 'earshot_admin',
    options: '-c role=earshot_app',
  });
  expect(clientConfig(socket, 'earshot_audit')).toMatchObject({ options: '-c role=earshot_audit' });
});
