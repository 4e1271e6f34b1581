/** Shown under the title of a track for which no place is kept for this listener. */
export const PlaceNotKept = () => (
  <p className="border-s-2 border-brass-mark ps-3 text-muted">
    <strong className="text-text">We aren’t holding a place for you here.</strong> You left several tracks
    without a review, so others may take this track’s last places first. Send a review, and we’ll hold places
    for you again.
  </p>
);
