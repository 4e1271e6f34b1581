import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { holdPageLoads } from '#tests/support/people/leaving.ts';
import { person } from '#tests/support/screens/component-frame.tsx';
import { answerEmptyPages } from '#tests/support/screens/empty-pages.ts';
import { openApplication } from '#tests/support/screens/shown-application.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';

const failures = /Retry|Sample data|did not load|Error loading/;

test.each([
  {
    from: 'listener',
    to: 'artist',
    label: 'Artist',
    pages: ['tracks', 'upload', 'analytics'],
  },
  {
    from: 'artist',
    to: 'listener',
    label: 'Listener',
    pages: ['wallet', 'review', 'my-reviews'],
  },
] as const)(
  'every page for the other user type offers the switch, which leads to that page: $to',
  async (each) => {
    const { from, to, label, pages } = each;
    answerEmptyPages();
    const switched = answerCall(api.accounts.updateProfile, () => ({
      ...person,
      userType: to,
    }));
    const loads = holdPageLoads();
    const offer = page.getByRole('button', { name: `Switch to ${label}` });
    for (const name of pages) {
      await openApplication(`/app/${name}`, { userType: from });
      await expect.element(offer, { message: name }).toBeVisible();
      expect(page.getByText(failures).elements(), name).toEqual([]);
    }
    await offer.click();
    await expect.poll(() => loads.map(({ path }) => path)).toEqual([`/app/${pages.at(-1)}`]);
    expect(switched).toEqual([{ body: { userType: to } }]);
    for (const name of pages) {
      await openApplication(`/app/${name}`, { userType: to });
      await expect.element(page.getByRole('heading', { level: 1 }), { message: name }).toBeVisible();
      expect(page.getByText('Access').elements(), name).toEqual([]);
    }
  },
);
