import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { platformFigures } from '#tests/support/people/platform-figures.ts';
import { answerEmptyPages } from '#tests/support/screens/empty-pages.ts';
import { openApplication } from '#tests/support/screens/shown-application.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';

const failures = page.getByText('Error loading admin data');

test('the admin area says once that its data does not load, also if the figures and the tab both fail', async () => {
  answerEmptyPages();
  answerCall(api.admin.readPlatformStats, () => refused('access_denied', {}));
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
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
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({ items: [], nextCursor: null, oldest: null }));
  await openApplication('/app/admin', { userType: 'listener', role: 'admin' });
  await expect.element(failures).toBeVisible();
});

test('the tabs stand in four groups with their open work, the arrows pass from one to the next, and totals come last', async () => {
  answerEmptyPages();
  answerCall(api.admin.readPlatformStats, () => ({ ...platformFigures, sameRecordings: 2, openClusters: 1 }));
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({ items: [], nextCursor: null, oldest: null }));
  await openApplication('/app/admin', { userType: 'listener', role: 'admin' });
  const tabs = page.getByRole('tab');
  await expect.element(page.getByRole('tab', { name: 'Clusters 1 waiting' })).toBeVisible();
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual([
    'Payouts',
    'Reviews4 waiting',
    'Reports',
    'Clusters1 waiting',
    'Recordings2 waiting',
    ...['Users', 'Activity', 'Subscriptions', 'Books', 'Founder', 'System'],
  ]);
  await expect
    .element(page.getByRole('tab', { name: 'Recordings 2 waiting' }))
    .toHaveAccessibleDescription('Work');
  await page.getByRole('tab', { name: 'Recordings 2 waiting' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'Users' })).toHaveFocus();
  await expect.element(page.getByRole('tab', { name: 'Users' })).toHaveAccessibleDescription('People');
  const [panel, totals] = [page.getByRole('tabpanel').element(), page.getByText('Total Users').element()];
  expect(panel.compareDocumentPosition(totals)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
