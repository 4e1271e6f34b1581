import { useEffect, useRef, useState } from 'react';
import type { VersionPlaces } from '#contract/music/versions/versions.ts';
import { forecastText } from '#web/plans/forecast-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { NewVersionPanel } from './new-version-panel.tsx';
import { useNewVersionOffer } from './version-queries.ts';
import { placesOf } from './version-texts.ts';

export interface SimilarQuestionProps {
  similar: { readonly trackId: string; readonly title: string };
  /** A smaller target than the plan's, if chosen. */
  wantedTarget: number | null;
  answer: (answer: { readonly trackId: string; readonly movesPlaces: boolean } | null) => void;
}

/** Asks whether a recording is a new version of the track that it sounds like, and explains the effect. */
export function SimilarQuestion({ similar: { trackId, title }, wantedTarget, answer }: SimilarQuestionProps) {
  const [movesPlaces, setMovesPlaces] = useState(true);
  const offer = useNewVersionOffer(trackId, wantedTarget);
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
          <NewVersionPanel offer={offer.data} movesPlaces={movesPlaces} onMovePlaces={setMovesPlaces} />
          <Forecast {...placesOf(offer.data, movesPlaces)} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          isDisabled={offer.data === undefined}
          onPress={() => answer({ trackId, movesPlaces })}
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

const Forecast = ({ forecast }: VersionPlaces) => forecast !== null && <p>{forecastText(forecast)}</p>;
