import { Suspense, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import type { ChangedTrack } from './changed-track.ts';

// Dialogs are loaded on demand.
const AddReviews = lazyPart(async () => (await import('./add-reviews.tsx')).AddReviews, MissingPart);
const TakeBackReviews = lazyPart(
  async () => (await import('./take-back-reviews.tsx')).TakeBackReviews,
  MissingPart,
);

/** Gives reviews to a track and takes back those that nobody has. */
export function ReviewActs({ track }: { track: ChangedTrack }) {
  const [act, setAct] = useState<'add' | 'take back' | null>(null);
  const mayTakeBack = track.status !== 'deleted' && track.openPlaces > 0;
  if (track.status !== 'active' && !mayTakeBack) return null;
  const close = () => setAct(null);
  return (
    <div className="flex flex-wrap gap-2">
      {track.status === 'active' && (
        <Button variant="quiet" size="small" onPress={() => setAct('add')}>
          Add reviews
        </Button>
      )}
      {mayTakeBack && (
        <Button variant="quiet" size="small" onPress={() => setAct('take back')}>
          Take back
        </Button>
      )}
      <Suspense fallback={null}>
        {act === 'add' && <AddReviews track={track} close={close} />}
        {act === 'take back' && <TakeBackReviews track={track} close={close} />}
      </Suspense>
    </div>
  );
}
