import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { cleanLine } from '#contract/shown-text.ts';
import { isReserved } from '#server/identity/profile-rules.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { nastyStrings, unholdableStrings } from '#tests/support/texts/nasty-strings.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';

let earshot: Earshot;
let artist: ApiUser;
let trackId: string;
beforeAll(async () => {
  earshot = await startEarshot();
  artist = await earshot.signIn({ userType: 'artist' });
  trackId = (await aTrack(earshot.testDatabase.ownerDatabase, { artistId: artist.userId })).id;
});
afterAll(() => earshot.close());

/** As many whole characters as a display name may have. */
const short = (text: string) => [...text].slice(0, 60).join('');

describe('text is stored and shown as typed in composed letters, single lines without invisible characters', () => {
  test.each(nastyStrings)('%s', async (_what, text) => {
    // Nobody is called like the product, in whatever letters.
    const called = isReserved(text) ? 'Kim' : short(text);
    const [name, words] = [cleanLine(called).trim(), text.normalize('NFC').trim()];
    await artist.get(api.accounts.updateProfile, { body: { displayName: called, bio: text } });
    const profile = await artist.get(api.accounts.readProfile, {});
    expect(profile).toMatchObject({ displayName: name, bio: words });
    await artist.get(api.tracks.editTrack, { params: { trackId }, body: { title: text, description: text } });
    const track = await artist.get(api.tracks.readOwnTrack, { params: { trackId } });
    expect(track).toMatchObject({ title: cleanLine(text).trim(), description: words });
    const shown = await earshot.nobody.get(api.discovery.getPublicArtistProfile, {
      body: { artistId: artist.userId },
    });
    expect(shown).toMatchObject({ displayName: name, bio: words });
    const { status } = await earshot.nobody.call(api.discovery.searchTracks, {
      query: { words: `${short(text)}  x` },
    });
    expect(status).toBe(200);
  });
});

describe('text that no page can show is rejected', () => {
  test.each([...unholdableStrings, ['a megabyte', 'x'.repeat(1024 * 1024)] as const])(
    '%s',
    async (_what, text) => {
      const before = await artist.get(api.accounts.readProfile, {});
      const statuses = [
        await artist.call(api.accounts.updateProfile, { body: { displayName: text } }),
        await artist.call(api.accounts.updateProfile, { body: { bio: text } }),
        await artist.call(api.tracks.editTrack, { params: { trackId }, body: { title: text } }),
        await artist.call(api.tracks.editTrack, { params: { trackId }, body: { description: text } }),
      ].map(({ status, code }) => ({ status, code }));
      const status = text.length > 100_000 ? 413 : 400;
      expect(statuses).toEqual(Array(4).fill({ status, code: 'malformed' }));
      expect(await artist.get(api.accounts.readProfile, {})).toEqual(before);
    },
  );
});

test('a password can contain any characters, and a sign-in with one that cannot be stored is just wrong', async () => {
  for (const [, password] of unholdableStrings) {
    const sent = { body: { email: 'nobody@example.org', password } };
    expect((await earshot.nobody.call(api.accounts.signIn, sent)).code).toBe('wrong_credentials');
  }
});
