import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { aUserEntry, aUserRecord } from '#tests/support/people/user-record.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { UsersTab } from '#web/operation/admin/users/users-tab.tsx';

const otto = { ...aUserEntry, id: '00000000-0000-4000-8000-0000000000a2', displayName: 'Otto' };

test('Back from a user finds the list as it was, by choice and words', async () => {
  signInAs({ role: 'admin' });
  const asked = answerCall(api.admin.listUsers, ({ query: { search = '' } }) => ({
    items: [aUserEntry, otto].filter(({ displayName }) => displayName.toLowerCase().startsWith(search)),
    nextCursor: null,
  }));
  answerCall(api.admin.readUser, () => aUserRecord);
  const path = '/app/admin?tab=users';
  const history = createMemoryHistory({ initialEntries: [path] });
  await show(<UsersTab />, path, undefined, history);
  const ada = page.getByRole('link', { name: 'Ada' });
  const otherUser = page.getByRole('link', { name: 'Otto' });
  const search = page.getByRole('searchbox', { name: 'Search name or email' });
  await page.getByRole('button', { name: /All users/ }).click();
  await page.getByRole('option', { name: 'Suspended' }).click();
  await search.fill('ada');
  await expect.element(otherUser).not.toBeInTheDocument();
  const before = asked.length;
  await ada.click();
  await expect.element(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
  expect(asked).toHaveLength(before);

  history.back();
  await expect.element(ada).toBeVisible();
  await expect.element(search).toHaveValue('ada');
  await expect.element(page.getByRole('button', { name: /Suspended/ })).toBeVisible();
  await expect.element(otherUser).not.toBeInTheDocument();
  expect(asked.at(-1)?.query).toEqual({ show: 'suspended', search: 'ada' });
  expect(history.location.href).not.toContain('ada');

  history.back();
  await expect.element(page.getByRole('button', { name: /All users/ })).toBeVisible();
  await expect.element(search).toHaveValue('ada');
  await expect.element(otherUser).not.toBeInTheDocument();
});
