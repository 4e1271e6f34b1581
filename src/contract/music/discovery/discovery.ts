import { z } from 'zod';
import { call } from '../../call.ts';
import { Cursor, pageOf } from '../../page.ts';
import { Id, Timestamp } from '../../primitives.ts';
import { shownLine } from '../../shown-text.ts';
import { CoverUrl, Genre, ShownFields, TrackFilter } from '../tracks/tracks.ts';

/**
 * The waveform as a card draws it: at most 100 bars, one byte each, in base64; null until the audio has been analyzed, and
 * for blind tracks, whose listeners could compare it with what they hear.
 */
const CardPeaks = z.base64().nullable();

export const PublicTrack = ShownFields.extend({
  trackId: Id,
  avgRating: z.number().nullable(),
  reviewCount: z.int(),
  playCount: z.int(),
  peaks: CardPeaks,
  coverUrl: CoverUrl,
  createdAt: Timestamp,
  artistId: Id,
  artistName: z.string(),
});
export type PublicTrack = z.infer<typeof PublicTrack>;

export const getAllPublicTracks = call({
  method: 'POST',
  path: '/api/rpc/get_all_public_tracks',
  summary: 'Active tracks, newest first, without audio.',
  spec: ['rpc get_all_public_tracks'],
  who: 'public',
  body: TrackFilter.extend({ cursor: Cursor.optional() }),
  answer: pageOf(PublicTrack),
  status: 200,
  isShared: true,
  refusals: [],
});

export const PublicArtist = z.strictObject({
  artistId: Id,
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  bio: z.string().nullable(),
  genres: z.array(z.string()),
  trackCount: z.int(),
  /** The most played of all active tracks, on every page of the list; null if there are none. */
  topTrackId: Id.nullable(),
  totalPlays: z.int(),
  reviewCount: z.int(),
  /** Over all reviews of the active tracks; null before the first. */
  averageRating: z.number().nullable(),
  followerCount: z.int(),
  /** Only the artist sees this page. */
  isPrivate: z.boolean(),
});
export type PublicArtist = z.infer<typeof PublicArtist>;

// The specification calls it `_artist_id`.
const ArtistAsked = z.union([
  z.strictObject({ artistId: Id }),
  z.strictObject({ _artist_id: Id }).transform((asked) => ({ artistId: asked._artist_id })),
]);
const ArtistTracksAsked = z.union([
  z.strictObject({ artistId: Id, cursor: Cursor.optional() }),
  z
    .strictObject({ _artist_id: Id, cursor: Cursor.optional() })
    .transform(({ _artist_id, cursor }) => ({ artistId: _artist_id, cursor })),
]);

export const getPublicArtistProfile = call({
  method: 'POST',
  path: '/api/rpc/get_public_artist_profile',
  summary: 'An artist’s public profile. A private one is returned only to the artist and admins.',
  spec: ['rpc get_public_artist_profile'],
  who: 'everybody',
  body: ArtistAsked,
  answer: PublicArtist,
  status: 200,
  isShared: true,
  refusals: ['artist_not_found'],
});

export const getPublicArtistTracks = call({
  method: 'POST',
  path: '/api/rpc/get_public_artist_tracks',
  summary: "An artist's active tracks, newest first, without audio.",
  spec: ['rpc get_public_artist_tracks'],
  who: 'everybody',
  body: ArtistTracksAsked,
  answer: pageOf(PublicTrack),
  status: 200,
  isShared: true,
  refusals: ['artist_not_found'],
});

export const Follow = z.strictObject({ following: z.boolean(), followerCount: z.int() });
export type Follow = z.infer<typeof Follow>;
const OfArtist = z.strictObject({ artistId: Id });

export const readFollow = call({
  method: 'GET',
  path: '/api/artists/{artistId}/follow',
  summary: 'Whether the caller follows this artist.',
  spec: [],
  who: 'signed_in',
  params: OfArtist,
  answer: Follow,
  status: 200,
  refusals: ['artist_not_found'],
});

export const followArtist = call({
  method: 'PUT',
  path: '/api/artists/{artistId}/follow',
  summary: 'Follows an artist. The caller gets emails about new tracks. A repeat changes nothing.',
  spec: [],
  who: 'signed_in',
  params: OfArtist,
  answer: Follow,
  status: 200,
  refusals: ['artist_not_found', 'own_follow'],
});

export const unfollowArtist = call({
  method: 'DELETE',
  path: '/api/artists/{artistId}/follow',
  summary: 'Stops following an artist.',
  spec: [],
  who: 'signed_in',
  params: OfArtist,
  answer: Follow,
  status: 200,
  refusals: ['artist_not_found'],
});

/** What the Discover page shows beside its list. */
export const Discovery = z.strictObject({
  /** The top 3 by rating, then by number of reviews, among those with at least 3 reviews and a rating of at least 4. */
  featured: z.array(PublicTrack),
  newReleases: z.array(PublicTrack),
  genres: z.array(z.strictObject({ genre: Genre, trackCount: z.int() })),
});
export type Discovery = z.infer<typeof Discovery>;

export const readDiscovery = call({
  method: 'GET',
  path: '/api/discovery',
  summary: 'Featured tracks, new releases and the number of tracks of each genre.',
  spec: [],
  who: 'public',
  query: TrackFilter,
  answer: Discovery,
  status: 200,
  isShared: true,
  refusals: [],
});

export const searchTracks = call({
  method: 'GET',
  path: '/api/discovery/tracks',
  summary:
    'Active tracks that match the filter and contain the words in title or artist, newest first. Two letters match only at the start of a word.',
  spec: [],
  who: 'public',
  query: TrackFilter.extend({ words: shownLine(100).trim().min(2) }),
  answer: z.strictObject({ items: z.array(PublicTrack) }),
  status: 200,
  isShared: true,
  refusals: [],
});

export const readPublicTrack = call({
  method: 'GET',
  path: '/api/discovery/tracks/{trackId}',
  summary: 'One public track, without audio.',
  spec: [],
  who: 'public',
  params: z.strictObject({ trackId: Id }),
  answer: PublicTrack,
  status: 200,
  refusals: ['not_found'],
});
