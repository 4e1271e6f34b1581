import { z } from 'zod';
import { maximumPictureBytes, maximumUploadBytes, shownMegabytes } from '#contract/business-rules.ts';
import type { Method } from '#contract/call.ts';
import type { RefusalCode } from '#contract/errors.ts';
import { Health } from '#contract/health.ts';
import { Profile } from '#contract/identity/accounts.ts';
import { linkEventsPath } from '#contract/music/circle/circle-rules.ts';
import { OwnTrack, StoredUpload } from '#contract/music/tracks/tracks.ts';
import { avatarUploadPath, coverUploadPath, uploadContentPath } from '#contract/upload-paths.ts';
import { avatarPath } from '../identity/own-profile.ts';
import { unsubscribePath } from '../identity/settings.ts';
import { audioPath } from '../music/tracks/audio/open-audio.ts';
import { coverPath } from '../music/tracks/covers.ts';
import { Readiness } from './monitoring.ts';
import { payoutNoticePath, webhookPath } from './signed-notices.ts';

export interface RawContent {
  readonly description: string;
  readonly type: string;
  /** The schema of a JSON body; bytes if absent. */
  readonly schema?: z.ZodType;
}

/** A route outside the contract, for streams or machines, as listed in the API's description. */
export interface RawOperation {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly who: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RawContent;
  readonly answers: Readonly<Record<number, RawContent>>;
  readonly refusals: readonly RefusalCode[];
}

const content = (type: string, description: string, schema?: z.ZodType): RawContent =>
  schema === undefined ? { description, type } : { description, type, schema };
const json = (description: string, schema: z.ZodType) => content('application/json', description, schema);

const pictureInput = content(
  'image/*',
  `A JPEG, PNG or WebP of at most ${shownMegabytes(maximumPictureBytes)} and 50 megapixels.`,
);
const reencoded = 'The picture is rotated upright, cropped to a square, and re-encoded without metadata.';
const pictureRefusals = [
  'upload_interrupted',
  'not_authenticated',
  'invalid_token',
  'invalid_image',
  'image_too_large',
  'too_many_requests',
  'storage_full',
  'unavailable',
] as const satisfies readonly RefusalCode[];
const squarePicture = { 200: content('image/webp', 'A square picture.') };

const Received = z.strictObject({ received: z.boolean() });
const signedNotice = {
  body: content('application/json', 'The notice, byte for byte as signed.'),
  answers: {
    200: json('The notice is valid.', Received),
    400: json('The signature or the notice is invalid.', Received),
  },
  refusals: [],
};

export const rawOperations: readonly RawOperation[] = [
  {
    name: 'tracks.uploadContent',
    method: 'PUT',
    path: uploadContentPath('{uploadId}'),
    summary:
      'Streams the bytes of an MP3 file to the storage. The upload ID, a new UUID, is the idempotency key.',
    who: 'artist',
    body: content('audio/mpeg', `The unmodified file, at most ${shownMegabytes(maximumUploadBytes)}.`),
    answers: { 200: json('The file is stored and validated, ready to become a track.', StoredUpload) },
    refusals: [
      'malformed',
      'upload_interrupted',
      'not_authenticated',
      'invalid_token',
      'wrong_user_type',
      'not_found',
      'upload_limit_reached',
      'same_content',
      'file_too_large',
      'invalid_file_type',
      'too_many_requests',
      'storage_full',
    ],
  },
  {
    name: 'tracks.readAudio',
    method: 'GET',
    path: `${audioPath}/{link}`,
    summary: 'The audio behind a playback link: all of it, or the requested range.',
    who: 'anyone with a link whose session and access are still valid',
    headers: { Range: 'One range of bytes.' },
    answers: {
      200: content('audio/mpeg', 'The whole file.'),
      206: content('audio/mpeg', 'The range.'),
      416: content('audio/mpeg', 'The file has no such range.'),
    },
    refusals: ['audio_unavailable', 'too_many_requests'],
  },
  {
    name: 'circle.listenForEnd',
    method: 'GET',
    path: linkEventsPath('{address}'),
    summary:
      'Server-sent events for the page of a private link. The event `ended` says that the link has ended.',
    who: 'anyone with the link',
    answers: { 200: content('text/event-stream', 'The events.') },
    refusals: ['not_found', 'too_many_requests'],
  },
  {
    name: 'tracks.setCover',
    method: 'PUT',
    path: coverUploadPath('{trackId}'),
    summary: `Sets the cover of a track. ${reencoded}`,
    who: 'owner',
    body: pictureInput,
    answers: { 200: json('The track with its cover.', OwnTrack) },
    refusals: [...pictureRefusals, 'malformed', 'not_found', 'track_deleted', 'track_taken_down'],
  },
  {
    name: 'tracks.readCover',
    method: 'GET',
    path: `${coverPath}/{cover}`,
    summary:
      'The cover of a public track. Covers of other tracks need the signed URL that the artist and the listener get.',
    who: 'everybody who may see the track',
    answers: squarePicture,
    refusals: ['not_found'],
  },
  {
    name: 'accounts.setAvatar',
    method: 'PUT',
    path: avatarUploadPath,
    summary: `Sets the caller's avatar. ${reencoded}`,
    who: 'signed_in',
    body: pictureInput,
    answers: { 200: json('The profile with its avatar.', Profile) },
    refusals: pictureRefusals,
  },
  {
    name: 'accounts.readAvatar',
    method: 'GET',
    path: `${avatarPath}/{avatar}`,
    summary: "A user's avatar.",
    who: 'everybody',
    answers: squarePicture,
    refusals: ['not_found'],
  },
  {
    name: 'health.read',
    method: 'GET',
    path: '/health',
    summary: 'Whether the server and its database respond. Browsers that accept HTML get a page.',
    who: 'public',
    answers: { 200: json('Healthy.', Health), 503: json('The database isn’t responding.', Health) },
    refusals: [],
  },
  {
    name: 'health.readReadiness',
    method: 'GET',
    path: '/ready',
    summary: 'Whether this server should get requests, and the state of each part.',
    who: 'public',
    answers: { 200: json('Ready.', Readiness), 503: json('The database isn’t responding.', Readiness) },
    refusals: [],
  },
  {
    name: 'accounts.unsubscribe',
    method: 'POST',
    path: `${unsubscribePath}/{token}`,
    summary: 'Unsubscribes from the kind of email that contained the link (RFC 8058). Returns a page.',
    who: 'anyone with a link from an email',
    answers: {
      200: content('text/html', 'Unsubscribed.'),
      404: content('text/html', 'The link isn’t valid.'),
    },
    refusals: [],
  },
  {
    name: 'billing.takeNotice',
    method: 'POST',
    path: webhookPath,
    summary:
      'Processes a signed notice from the billing provider, once. Only these notices change a subscription.',
    who: 'the billing provider, by its signature',
    ...signedNotice,
  },
  {
    name: 'payouts.takeNotice',
    method: 'POST',
    path: payoutNoticePath,
    summary:
      'Processes a signed notice about payouts. Its content isn’t trusted: the server asks the payment service about the object it names.',
    who: 'the payment service, by its signature',
    ...signedNotice,
  },
];
