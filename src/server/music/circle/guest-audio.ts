import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readByEither } from '../../foundation/server-keys.ts';
import { type IsIntact, intactAudio } from '../tracks/audio/intact-audio.ts';
import type { DeliveryRecord } from '../tracks/audio/lease-delivery.ts';
import { type OpenAudio, readIntact } from '../tracks/audio/open-audio.ts';
import { readGuestPlaybackLink, type SignedParts } from '../tracks/audio/playback-link-rules.ts';
import { guestAudio, lockDelivery, readDelivery, storeDelivery } from './guests-store.ts';
import { linkAt, openAmong } from './links-store.ts';

/**
 * The audio of a device's playback link, as long as its private link has not ended; undefined for a playback link of a session.
 * @throws Refusal audio_unavailable
 */
export async function openGuestAudio(
  deps: Pick<Dependencies, 'database' | 'clock' | 'keys' | 'storage'>,
  parts: SignedParts,
  isIntact: IsIntact = intactAudio(deps),
): Promise<OpenAudio | undefined> {
  const now = deps.clock.now();
  const guestId = readByEither(deps.keys, ({ playbackLinks }) =>
    readGuestPlaybackLink(playbackLinks, parts, now),
  );
  if (guestId === undefined) return undefined;
  const file = (await guestAudio.one(deps.database, { guestId, now })) ?? refuse('audio_unavailable');
  const { linkId, artistId, expiresAt, byteLength, durationMs } = file;
  return {
    hearerId: guestId,
    byteLength,
    durationMs,
    delivery: guestDelivery(guestId),
    isPaced: true,
    privateLink: { linkId, artistId, expiresAt },
    read: (range) => readIntact(deps.storage, file, isIntact, range),
  };
}

/** The record of a device: it takes the place of a lease, by the same rules. */
const guestDelivery = (guestId: string): DeliveryRecord => ({
  lock: async (tx, now) => {
    await lockDelivery.one(tx, { guestId });
    const row = await readDelivery.one(tx, { guestId, now });
    return (
      row && {
        ...row,
        isComing: false,
        store: async ({ delivered }) => {
          await storeDelivery.run(tx, { guestId, delivered });
        },
      }
    );
  },
});

/** Those of these private links that play now, with the time at which they expire. */
export async function openLinks(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  linkIds: readonly string[],
): Promise<Map<string, Date>> {
  const open = await openAmong.all(database, { linkIds: [...linkIds], now: clock.now() });
  return new Map(open.map(({ linkId, expiresAt }) => [linkId, expiresAt]));
}

/** What the page of a link says before it is opened; undefined if there is no link at this address. */
export const readLinkPage = (db: Queryable, address: string, now: Date) => linkAt.one(db, { address, now });
