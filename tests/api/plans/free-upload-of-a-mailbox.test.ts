import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

test('the second account of a mailbox reads before its first upload that the free one is used', async () => {
  const earshot = await startEarshot();
  try {
    const signIn = async (email: string) => {
      const artist = await earshot.signIn({ userType: 'artist' });
      await sql(
        earshot.testDatabase.ownerDatabase,
        'update users set email = $2, email_normalized = $2 where id = $1',
        [artist.userId, email],
      );
      return artist;
    };
    const [first, second] = [await signIn('ana@example.com'), await signIn('ana+2@example.com')];
    const eligibility = (artist: ApiUser) => artist.get(api.subscriptions.getUploadEligibility, { body: {} });
    expect(await eligibility(second)).toMatchObject({ canUpload: true, isCreditShared: false });
    const uploadId = randomUUID();
    await first.upload(anMp3(), uploadId);
    const body = { uploadId, title: 'Night Bus', genre: 'indie' } as const;
    await first.get(api.tracks.createTrack, { body });
    expect(await eligibility(second)).toMatchObject({ canUpload: false, isCreditShared: true });
    expect((await second.upload(anMp3({ mark: 'another' }))).status).toBe(409);
  } finally {
    await earshot.close();
  }
});
