import { useEffect, useRef, useState } from 'react';
import type { VersionReviews } from '#contract/music/versions/versions.ts';
import { forecastText } from '#web/plans/balance/forecast-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { NewVersionPanel } from './new-version-panel.tsx';
import { useNewVersionOffer } from './version-queries.ts';
import { reviewsOf } from './version-texts.ts';

export interface SimilarQuestionProps {
  similar: { readonly trackId: string; readonly title: string };
  /** The number of reviews, if one was chosen. */
  reviews: number | null;
  answer: (answer: { readonly trackId: string; readonly takesBack: boolean } | null) => void;
}

/** Asks whether a recording is a new version of the track that it sounds like, and explains the effect. */
export function SimilarQuestion({ similar: { trackId, title }, reviews, answer }: SimilarQuestionProps) {
  const [takesBack, setTakesBack] = useState(true);
  const offer = useNewVersionOffer(trackId, reviews);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <h2
        ref={heading}
        tabIndex={-1}
        className="text-2xl wrap-anywhere"
      >{`Is this a new version of “${title}”?`}</h2>
      <p className="text-muted">It sounds like the same recording.</p>
      {offer.data === undefined ? (
        !offer.isError && <Skeleton className="h-40 w-full" label="Loading the new version" />
      ) : (
        <>
          <NewVersionPanel offer={offer.data} takesBack={takesBack} onTakeBack={setTakesBack} />
          <Forecast {...reviewsOf(offer.data, takesBack)} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          isDisabled={offer.data === undefined}
          onPress={() => answer({ trackId, takesBack })}
        >
          Yes, a new version
        </Button>
        <Button variant="quiet" onPress={() => answer(null)}>
          No, it’s a new track
        </Button>
      </div>
    </div>
  );
}

const Forecast = ({ forecast }: VersionReviews) => forecast !== null && <p>{forecastText(forecast)}</p>;
