import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { emptyVerdict } from '#tests/support/screens/shown-verdicts.ts';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { EditTrack } from '#web/music/tracks/edit-track.tsx';
import { TrackCover } from '#web/ui/music/track-cover.tsx';

const track = { ...emptyVerdict.track, title: 'Pier' };
/** A PUT of bytes is no call of the contract; it answers what the removal answers. */
const setCover = { ...api.tracks.removeCover, method: 'PUT' } as const;
const button = (name: string) => page.getByRole('button', { name });
const text = (words: string) => page.getByText(words);

/** A picture of two colors, one half each. */
async function aPicture(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('There is no canvas.');
  pen.fillStyle = '#d33';
  pen.fillRect(0, 0, width / 2, height);
  return new File([await canvas.convertToBlob()], 'pier.png', { type: 'image/png' });
}

async function choose(file: File): Promise<void> {
  await expect.element(button('Save')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[accept*=image]');
  if (input === null) throw new Error('There is no place for a picture.');
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The cover as the form shows it. */
const shown = () => page.getByRole('img', { name: /cover/ });
const coverUrl = async () => URL.createObjectURL(await aPicture(64, 64));

beforeEach(() => {
  signInAs({ userType: 'artist' });
  answerCall(api.tracks.editTrack, () => track);
});

test('a file that is not a picture is rejected before any request', async () => {
  const sent = answerCall(setCover, () => track);
  await show(<EditTrack track={track} close={() => undefined} />);
  await choose(new File(['<svg/>'], 'pier.svg', { type: 'image/svg+xml' }));
  await expect.element(text('Please choose a JPEG, PNG or WebP picture.')).toBeVisible();
  await choose(new File([Uint8Array.of(0x89), 'PNG, but broken'], 'pier.png', { type: 'image/png' }));
  await expect
    .element(text('Your browser can’t read this picture. Please choose another one.'))
    .toBeVisible();
  expect(shown().query()).toBeNull();
  expect(sent).toEqual([]);
});

test('a chosen picture is shown as a square preview and sent with the changed fields only', async () => {
  const edits = answerCall(api.tracks.editTrack, () => track);
  const sent = answerCall(setCover, () => track);
  await show(<EditTrack track={track} close={() => undefined} />);
  await choose(await aPicture(400, 200));
  await expect.element(shown()).toBeVisible();
  const box = shown().element().getBoundingClientRect();
  expect(box.width).toBe(box.height);
  expect(getComputedStyle(shown().element()).objectFit).toBe('cover');
  await page.getByLabelText('Title').fill('Pier at Night');
  await button('Save').click();
  await expect.element(text('Track updated')).toBeVisible();
  expect([edits.map(({ body }) => body), sent]).toEqual([
    [{ title: 'Pier at Night' }],
    [{ params: { trackId: track.id } }],
  ]);
});

test('a title that is changed back after its cover was refused is sent again', async () => {
  const edits = answerCall(api.tracks.editTrack, () => track);
  answerCall(setCover, () => refused('image_too_large', {}));
  await show(<EditTrack track={track} close={() => undefined} />);
  const title = page.getByLabelText('Title');
  await title.fill('Pier at Night');
  await choose(await aPicture(64, 64));
  await button('Save').click();
  await expect.element(text('File too large')).toBeVisible();
  answerCall(setCover, () => track);
  await title.fill(track.title);
  await button('Save').click();
  await expect.element(text('Track updated')).toBeVisible();
  expect(edits.map(({ body }) => body)).toEqual([{ title: 'Pier at Night' }, { title: track.title }]);
});

test('a new cover can be undone or the old one removed, and a removal is sent alone', async () => {
  const removals = answerCall(api.tracks.removeCover, () => track);
  await show(<EditTrack track={{ ...track, coverUrl: await coverUrl() }} close={() => undefined} />);
  await choose(await aPicture(64, 64));
  await expect.element(page.getByRole('img', { name: 'The cover you chose' })).toBeVisible();
  await button('Keep the old cover').click();
  await expect.element(page.getByRole('img', { name: 'The cover of this track' })).toBeVisible();
  await button('Remove cover').click();
  expect(shown().query()).toBeNull();
  await button('Save').click();
  await expect.element(text('Track updated')).toBeVisible();
  expect(removals).toEqual([{ params: { trackId: track.id } }]);
});

test('a picture that the server rejects shows why, and the form stays open', async () => {
  answerCall(setCover, () => refused('image_too_large', {}));
  await show(<EditTrack track={track} close={() => undefined} />);
  await choose(await aPicture(64, 64));
  await button('Save').click();
  await expect.element(text('File too large')).toBeVisible();
  await expect.element(shown()).toBeVisible();
});

test('the drawn cover is shown if the picture does not load', async () => {
  await show(
    <div data-testid="frame" style={{ width: '100px' }}>
      <TrackCover id={track.id} coverUrl="/api/covers/none.webp" peaks={[]} />
    </div>,
  );
  const frame = page.getByTestId('frame');
  await expect.poll(() => frame.element().querySelectorAll('.record').length).toBe(1);
  expect(frame.element().querySelector('img')).toBeNull();
});
