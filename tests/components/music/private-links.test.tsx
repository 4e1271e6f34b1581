import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { PrivateLinks } from '#web/music/circle/private-links.tsx';

type Link = Answer<typeof api.circle.createPrivateLink>;
const trackId = '00000000-0000-4000-8000-0000000000a1';

const linkOf = (part: Partial<Link>): Link => ({
  id: '00000000-0000-4000-8000-0000000000d1',
  address: '00000000-0000-4000-8000-0000000000e1',
  name: 'The band',
  createdAt: '2026-03-02T10:00:00Z',
  expiresAt: '2099-12-27T12:00:00Z',
  revokedAt: null,
  isOpen: true,
  deviceLimit: 10,
  refusedDevices: 0,
  showsTitle: false,
  devices: [],
  ...part,
});
const device: Link['devices'][number] = {
  number: 1,
  isOwn: false,
  name: 'Noor',
  stars: 4,
  line: 'The chorus made me look up.',
  moments: [{ kind: 'love', atSecond: 37 }],
  opens: 2,
  heardSeconds: 175,
  heardToEnd: true,
  firstOpenedAt: '2026-03-02T10:00:00Z',
  lastOpenedAt: '2026-03-02T11:00:00Z',
};

beforeEach(() => signInAs({ userType: 'artist' }));

async function showLinks(links: readonly Link[], onPlay = vi.fn<(second: number) => void>()) {
  answerCall(api.circle.listPrivateLinks, () => ({ links: [...links] }));
  await show(<PrivateLinks trackId={trackId} isActive onPlay={onPlay} />);
}

test('a link without a name is refused at its field, and the limit of links is told', async () => {
  await showLinks([]);
  answerCall(api.circle.createPrivateLink, () => refused('private_links_limit', { most: 50 }));
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByText('Give it a name, so that you know who has it.')).toBeVisible();
  await page.getByLabelText('Name').fill('My producer');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByText(/A track can have 50 private links/)).toBeVisible();
});

test('a new link is asked for with its name, days, devices and preview', async () => {
  await showLinks([]);
  await expect.element(page.getByText(/They need no account/)).toBeVisible();
  const created = vi.fn<(body: unknown) => void>();
  answerCall(api.circle.createPrivateLink, ({ body }) => {
    created(body);
    return linkOf({});
  });
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByLabelText('Name').fill('The band');
  await page.getByLabelText('Days from now').fill('7');
  await page.getByText(/^Show the title and your name/).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByText('Link created')).toBeVisible();
  expect(created).toHaveBeenCalledWith({ name: 'The band', days: 7, deviceLimit: 10, showsTitle: true });
});

test('a link shows who listened, what they left and how many were refused', async () => {
  const onPlay = vi.fn<(second: number) => void>();
  const own = {
    ...device,
    number: 2,
    name: null,
    isOwn: true,
    stars: null,
    line: null,
    moments: [],
    opens: 1,
  };
  await showLinks([linkOf({ devices: [device, own], refusedDevices: 3 })], onPlay);
  await expect.element(page.getByText('2 of 10 devices')).toBeVisible();
  await expect.element(page.getByText('3 refused')).toBeVisible();
  await page.getByText(/^Who listened: 1 device, 1 to the end/).click();
  await expect.element(page.getByText('The chorus made me look up.')).toBeVisible();
  await expect.element(page.getByText('heard 2:55, to the end').first()).toBeVisible();
  await expect.element(page.getByText('Device 2')).toBeVisible();
  await expect.element(page.getByText('yours, not counted')).toBeVisible();
  await page.getByRole('button', { name: 'Play 0:37: Love it' }).click();
  expect(onPlay).toHaveBeenCalledWith(37);
});

test('a link is revoked only after a confirmation, and an ended one has nothing to copy', async () => {
  const ended = linkOf({
    id: '00000000-0000-4000-8000-0000000000d2',
    name: 'Old fans',
    isOpen: false,
    revokedAt: '2026-03-03T10:00:00Z',
  });
  await showLinks([linkOf({}), ended]);
  const changed = vi.fn<(body: unknown) => void>();
  answerCall(api.circle.changePrivateLink, ({ body }) => {
    changed(body);
    return ended;
  });
  await expect.element(page.getByRole('button', { name: 'Copy the link The band' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy the link Old fans' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Revoke The band' }).click();
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  expect(changed).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Revoke The band' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect.element(page.getByText('Link revoked')).toBeVisible();
  expect(changed).toHaveBeenCalledWith({ isRevoked: true });
});

test('fifty links stand in one list', async () => {
  await showLinks(
    Array.from({ length: 50 }, (_, place) =>
      linkOf({
        id: `00000000-0000-4000-8000-0000000001${String(place).padStart(2, '0')}`,
        name: `Fan ${place + 1}`,
      }),
    ),
  );
  await expect.element(page.getByRole('heading', { name: 'Fan 50' })).toBeInTheDocument();
});
