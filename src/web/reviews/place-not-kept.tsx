/** Shown under the title of a track for which no place is kept for this listener. */
export const PlaceNotKept = () => (
  <p className="border-s-2 border-brass-mark ps-3 text-muted">
    <strong className="text-text">No place is kept for you here.</strong> You left several tracks without a
    review, so others may write the last reviews of this one first. Once you have sent a review, places are
    kept for you again.
  </p>
);
