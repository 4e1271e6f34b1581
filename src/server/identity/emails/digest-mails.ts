import { formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import { product } from '#contract/product.ts';
import { composeMail, type MailText, optionalClosing } from './compose-mail.ts';

const mostLines = 10;

/** One line for each item, up to ten, below a sentence that says the same as the subject. */
function listed(subject: string, lines: readonly string[]): { subject: string; paragraphs: string[] } {
  const more = lines.length - mostLines;
  const rest = more > 0 ? [`And ${more} more.`] : [];
  return { subject, paragraphs: [`${subject}.`, ...lines.slice(0, mostLines), ...rest] };
}

export interface ReceivedReview {
  readonly listenerName: string;
  readonly trackId: string;
  readonly trackTitle: string;
  readonly rating: number;
}

/** Tells an artist of new reviews. */
export function reviewsReceivedMail(
  publicUrl: string,
  first: ReceivedReview,
  others: readonly ReceivedReview[],
): MailText {
  const { listenerName, trackId, trackTitle, rating } = first;
  const isOneTrack = others.every((other) => other.trackId === trackId);
  const parts =
    others.length === 0
      ? {
          subject: `A new review of “${trackTitle}”`,
          paragraphs: [`${listenerName} listened to “${trackTitle}” and gave it ${rating} of 5 stars.`],
        }
      : listed(
          `${others.length + 1} new reviews of ${isOneTrack ? `“${trackTitle}”` : 'your tracks'}`,
          [first, ...others].map(
            (review) => `${review.listenerName} gave “${review.trackTitle}” ${review.rating} of 5 stars.`,
          ),
        );
  return composeMail({
    ...parts,
    action: {
      label: others.length === 0 ? 'Read the review' : 'Read the reviews',
      link: `${publicUrl}/app/analytics${isOneTrack ? `?track=${trackId}` : ''}`,
    },
    closing: optionalClosing(publicUrl, 'listeners reviewed your music'),
  });
}

export interface ApprovedReview {
  readonly trackTitle: string;
  readonly earnedCents: Cents;
}

/** Tells a listener which reviews were approved, and what they earned together. */
export function reviewsApprovedMail(
  publicUrl: string,
  reviews: readonly ApprovedReview[],
  earnedCents: Cents,
): MailText {
  const [only, ...others] = reviews;
  const earned = formatCents(earnedCents);
  const parts =
    only && others.length === 0
      ? listed(`Your review of “${only.trackTitle}” was approved: +${earned}`, [])
      : listed(
          `${reviews.length} reviews approved: +${earned}`,
          reviews.map((review) => `“${review.trackTitle}”: ${formatCents(review.earnedCents)}`),
        );
  return composeMail({
    ...parts,
    action: { label: 'See my reviews', link: `${publicUrl}/app/my-reviews` },
    closing: optionalClosing(publicUrl, 'reviews of yours were approved'),
  });
}

export interface NewTrack {
  readonly title: string;
  readonly artistId: string;
  readonly artistName: string;
}

/** Tells a follower of artists' new tracks. */
export function newTracksMail(publicUrl: string, first: NewTrack, others: readonly NewTrack[]): MailText {
  const { title, artistId, artistName } = first;
  const parts =
    others.length === 0
      ? {
          subject: `New from ${artistName}: “${title}”`,
          paragraphs: [
            `${artistName}, an artist you follow on ${product.name}, has a new track: “${title}”.`,
          ],
          action: { label: `See ${artistName}`, link: `${publicUrl}/artist/${artistId}` },
        }
      : {
          ...listed(
            `${others.length + 1} new tracks from artists you follow`,
            [first, ...others].map((track) => `“${track.title}” by ${track.artistName}`),
          ),
          action: { label: 'See new tracks', link: `${publicUrl}/app/discover` },
        };
  return composeMail({ ...parts, closing: optionalClosing(publicUrl, 'you follow artists') });
}

export interface NewGuest {
  readonly deviceMark: string;
  readonly trackId: string;
  readonly trackTitle: string;
  /** Stars or a line. */
  readonly hasLeft: boolean;
}

const countDevices = (guests: readonly NewGuest[]) =>
  new Set(guests.map(({ deviceMark }) => deviceMark)).size;
const whatTheyLeft = (guests: readonly NewGuest[]): string => {
  const left = countDevices(guests.filter(({ hasLeft }) => hasLeft));
  return left === 0 ? 'No stars or lines yet.' : `${left} left stars or a line.`;
};

/** Tells an artist how many devices opened private links. It does not say people: one may have several devices. */
export function linksOpenedMail(publicUrl: string, first: NewGuest, others: readonly NewGuest[]): MailText {
  const { trackId, trackTitle } = first;
  const guests = [first, ...others];
  const byTrack = [...Map.groupBy(guests, (guest) => guest.trackId).values()];
  const isOneTrack = byTrack.length === 1;
  const devices = countDevices(guests);
  const opened = `${devices} new ${devices === 1 ? 'device' : 'devices'} opened`;
  const parts = isOneTrack
    ? listed(`${opened} a private link to “${trackTitle}”`, [whatTheyLeft(guests)])
    : listed(
        `${opened} your private links`,
        byTrack.map(
          (ofTrack) => `“${ofTrack[0]?.trackTitle}”: ${countDevices(ofTrack)}. ${whatTheyLeft(ofTrack)}`,
        ),
      );
  return composeMail({
    ...parts,
    action: {
      label: 'See what they left',
      link: `${publicUrl}/app/analytics${isOneTrack ? `?track=${trackId}` : ''}`,
    },
    closing: optionalClosing(publicUrl, 'your private links were opened'),
  });
}
