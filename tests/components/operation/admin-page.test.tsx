import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { platformFigures } from '#tests/support/people/platform-figures.ts';
import { answerEmptyPages } from '#tests/support/screens/empty-pages.ts';
import { openApplication } from '#tests/support/screens/shown-application.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';

const failures = page.getByText('Error loading admin data');

test('the admin area says once that its data does not load, also if the figures and the tab both fail', async () => {
  answerEmptyPages();
  answerCall(api.admin.readPlatformStats, () => refused('access_denied', {}));
  answerCall(api.admin.listPendingPayouts, () => refused('access_denied', {}));
  await openApplication('/app/admin', { userType: 'listener', role: 'admin' });
  await expect.element(failures).toBeVisible();
  await expect.poll(() => failures.elements()).toHaveLength(1);
  answerCall(api.admin.readPlatformStats, () => platformFigures);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => failures.elements()).toHaveLength(1);
});

test('the admin area says that its figures do not load beside a tab that does', async () => {
  answerEmptyPages();
  answerCall(api.admin.readPlatformStats, () => refused('access_denied', {}));
  answerCall(api.admin.listPendingPayouts, () => ({ items: [], nextCursor: null, oldest: null }));
  await openApplication('/app/admin', { userType: 'listener', role: 'admin' });
  await expect.element(failures).toBeVisible();
});
