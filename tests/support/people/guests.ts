import { randomBytes, randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import type { OpenedLink, PrivateLink } from '#contract/music/circle/circle.ts';
import { anMp3 } from '../files/audio-files.ts';
import type { Earshot } from '../world/earshot.ts';
import { type ApiUser, apiUser } from './api-user.ts';

/** A track of this artist with real audio. */
export async function uploadedTrack(artist: ApiUser, seconds = 120, title = 'Unheard'): Promise<string> {
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds, mark: uploadId }), uploadId);
  const body = { uploadId, title, genre: 'metal' as const };
  return (await artist.get(api.tracks.createTrack, { body })).id;
}

/** What an artist says of a link. */
interface LinkWish {
  readonly name?: string;
  readonly days?: number;
  readonly deviceLimit?: number;
  readonly showsTitle?: boolean;
}

export const aPrivateLink = (artist: ApiUser, trackId: string, wish: LinkWish = {}): Promise<PrivateLink> =>
  artist.get(api.circle.createPrivateLink, {
    params: { trackId },
    body: { name: 'The band', ...wish },
    idempotencyKey: randomUUID(),
  });

/** A mark as browsers get one. */
export const aDeviceMark = (): string => randomBytes(16).toString('base64url');

/** A browser without an account, with the cookie of its device. */
export const aBrowser = ({ url }: Pick<Earshot, 'url'>, deviceMark = aDeviceMark()): ApiUser =>
  apiUser(url, '', undefined, { deviceMark });

/** Opens the link in a browser. */
export const openLink = (browser: ApiUser, { address }: Pick<PrivateLink, 'address'>): Promise<OpenedLink> =>
  browser.get(api.circle.openPrivateLink, { params: { address }, body: {} });

/** Plays from the start as the page reports it, every ten seconds. */
export async function playByLink(
  { clock }: Pick<Earshot, 'clock'>,
  browser: ApiUser,
  { address }: Pick<PrivateLink, 'address'>,
  seconds: number,
  isWhole = false,
): Promise<void> {
  const report = (event: 'start' | 'beat' | 'pause' | 'end', positionSeconds: number) =>
    browser.get(api.circle.reportGuestListening, {
      params: { address },
      body: { event, positionSeconds, playing: event === 'start' || event === 'beat' },
    });
  await report('start', 0);
  for (let position = 0; position < seconds; ) {
    const step = Math.min(10, seconds - position);
    clock.advance(step);
    position += step;
    await report(position < seconds ? 'beat' : isWhole ? 'end' : 'pause', position);
  }
}
