import { expect, it } from 'vitest';
import { canCancel, type UploadStage, uploadPercent, uploadStageText } from './upload-progress.ts';

it('progress shows the five specified steps, moving with the bytes from 25 to 50', () => {
  const stages: UploadStage[] = [
    { name: 'sending', sent: 0, total: 1000 },
    { name: 'sending', sent: 500, total: 1000 },
    { name: 'sending', sent: 1000, total: 1000 },
    { name: 'stored' },
    { name: 'adding' },
    { name: 'added' },
    { name: 'done' },
  ];
  expect(stages.map(uploadPercent)).toEqual([25, 37, 50, 50, 75, 90, 100]);
});

it('progress stays below half while bytes are being sent', () => {
  expect(uploadPercent({ name: 'sending', sent: 2000, total: 1000 })).toBe(50);
  expect(uploadPercent({ name: 'sending', sent: 0, total: 0 })).toBe(25);
});

it('progress says how many bytes are sent, then that the server checks them', () => {
  const total = 8 * 1024 * 1024;
  expect(uploadStageText({ name: 'sending', sent: total / 4, total })).toBe('Sending 2.0 of 8.0 MB');
  expect(uploadStageText({ name: 'sending', sent: total, total })).toBe('Checking the recording');
});

it('progress stays unchanged while the connection is lost, and says from where it resumes', () => {
  const waiting: UploadStage = { name: 'waiting', sent: 2 * 1024 * 1024, total: 8 * 1024 * 1024 };
  expect(uploadPercent(waiting)).toBe(31);
  expect(uploadStageText(waiting)).toBe(
    'Connection lost. Resumes from 2.0 of 8.0 MB when you’re back online',
  );
});

it('progress stays at 75 percent while a stored file waits to be added', () => {
  expect(uploadPercent({ name: 'addingLater' })).toBe(75);
});

it('progress is at half during the similarity check, and the upload can still be canceled', () => {
  const asking = {
    name: 'asking',
    similar: { trackId: 'a', title: 'Night Bus' },
    reviews: null,
    answer: () => {},
  } as const;
  for (const stage of [{ name: 'comparing' } as const, asking]) {
    expect(uploadPercent(stage)).toBe(50);
    expect(canCancel(stage)).toBe(true);
  }
  expect(uploadStageText({ name: 'comparing' })).toBe('Comparing with your other tracks');
});

it('an upload is done only at 100 percent, and cannot be canceled once the bytes are stored', () => {
  expect(uploadStageText({ name: 'added' })).toBe('Updating your tracks');
  expect(uploadStageText({ name: 'done' })).toBe('Done');
  expect(
    (['stored', 'adding', 'addingLater', 'added', 'done'] as const).map((name) => canCancel({ name })),
  ).toEqual(Array(5).fill(false));
  expect(canCancel({ name: 'checking' })).toBe(true);
});
