import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { ProfilePage } from '#web/identity/profile/profile-page.tsx';
import { AppFrame } from '#web/shell/app-frame.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name });
const content = () => page.getByRole('main');

beforeEach(() => {
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
});

/** The page of an artist; each change is answered with the changed profile. */
async function showProfile() {
  let profile: Answer<typeof api.accounts.readProfile> = signInAs({ userType: 'artist' });
  const sent = answerCall(api.accounts.updateProfile, ({ body }) => {
    profile = { ...profile, bio: body.bio ?? profile.bio, genres: body.genres ?? profile.genres };
    profile = { ...profile, displayName: body.displayName ?? profile.displayName };
    return profile;
  });
  await show(<ProfilePage />, '/app/profile', AppFrame);
  return sent;
}

async function write(name: string, text: string): Promise<void> {
  await button(`Edit ${name.toLowerCase()}`).click();
  await field(name).fill(text);
}

test('a blank display name is rejected at once, and Cancel keeps the former one', async () => {
  const sent = await showProfile();
  await expect.element(page.getByText('Username cannot be changed')).toBeVisible();
  await write('Display name', '   ');
  await expect.element(page.getByText('Display name is required.')).toBeVisible();
  await button('Cancel editing display name').click();
  await expect.element(button('Edit display name')).toBeVisible();
  await expect.element(content().getByText('Ada', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
});

test('Enter saves a display name with emoji and Arabic letters, which is shown as typed', async () => {
  const sent = await showProfile();
  await write('Display name', 'Fay 🎸 فيروز');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Profile Updated')).toBeVisible();
  await expect.element(content().getByText('Fay 🎸 فيروز')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ displayName: 'Fay 🎸 فيروز' }]);
});

test('markup in a bio is shown as text', async () => {
  const sent = await showProfile();
  await write('Bio', '<b>Two chords</b>\nand the truth.');
  await button('Save bio').click();
  await expect.element(content().getByText('<b>Two chords</b>', { exact: false })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ bio: '<b>Two chords</b>\nand the truth.' }]);
});

test('chosen genres are saved and shown', async () => {
  const sent = await showProfile();
  await expect.element(page.getByText('None chosen')).toBeVisible();
  await button('Edit genres').click();
  await button('Folk').click();
  await button('Save genres').click();
  await expect.element(button('Edit genres')).toBeVisible();
  await expect.element(page.getByText('Folk', { exact: true })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ genres: ['folk'] }]);
});

test('a change that fails says so and keeps the text', async () => {
  await showProfile();
  answerCall(api.accounts.updateProfile, noAnswer);
  await write('Display name', 'Nobody');
  await button('Save display name').click();
  await expect.element(page.getByText('Failed to update profile. Please try again.')).toBeVisible();
  await expect.element(field('Display name')).toHaveValue('Nobody');
});

function drawnUrl(): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [90, 60];
  return canvas.toDataURL();
}

test('an uploaded avatar is shown on the page and in the frame until it is removed', async () => {
  const profile = signInAs({ userType: 'artist' });
  const avatarUrl = drawnUrl();
  // A PUT of bytes is no call of the contract; it answers what the removal answers.
  const uploads = answerCall({ ...api.accounts.removeAvatar, method: 'PUT' }, () => ({
    ...profile,
    avatarUrl,
  }));
  answerCall(api.accounts.removeAvatar, () => profile);
  await show(<ProfilePage />, '/app/profile', AppFrame);
  const aPng = new File([Uint8Array.of(0x89), 'PNG'], 'me.png', { type: 'image/png' });
  await page.getByLabelText('Upload avatar').upload(aPng);
  await expect.element(button('Remove avatar')).toBeVisible();
  const shown = () => [...document.querySelectorAll<HTMLImageElement>(`img[src="${avatarUrl}"]`)];
  await expect.poll(() => shown().map(({ naturalWidth }) => naturalWidth)).toEqual([90, 90]);
  expect(shown().map((image) => image.closest('main') !== null)).toContain(true);
  expect(uploads).toHaveLength(1);
  await button('Remove avatar').click();
  await expect.element(button('Remove avatar')).not.toBeInTheDocument();
  expect(shown()).toEqual([]);
});

test('a file that is no picture is not sent as an avatar', async () => {
  const profile = signInAs({ userType: 'artist' });
  const uploads = answerCall({ ...api.accounts.removeAvatar, method: 'PUT' }, () => profile);
  await show(<ProfilePage />, '/app/profile', AppFrame);
  const photo = new File(['\0\0\0\x18ftypheic'], 'me.jpg', { type: 'image/jpeg' });
  await page.getByLabelText('Upload avatar').upload(photo);
  await expect.element(page.getByText('Please choose a JPEG, PNG or WebP picture.')).toBeVisible();
  expect(uploads).toEqual([]);
});
