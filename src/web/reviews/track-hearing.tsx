import { useMemo } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Retention } from '#contract/listening.ts';
import type { OwnTrack } from '#contract/tracks.ts';
import { failureText } from '#web/error-messages.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { useRetention, useTrackNotes } from './hearing-queries.ts';
import { MomentNotes } from './moment-notes.tsx';
import { curvePoints } from './retention-curve.ts';
import { RetentionTable } from './retention-table.tsx';

/** How far listeners went with one own track, drawn on its waveform, and what they said of its moments. */
export function TrackHearing({ track }: { track: OwnTrack }) {
  const { data: retention, isError, error, isFetching, refetch } = useRetention(track.id);
  const notes = useTrackNotes(track.id).data ?? [];
  return (
    <section aria-labelledby="track-hearing" className="grid gap-4">
      <h2 id="track-hearing" className="text-2xl">
        How far they listen
      </h2>
      {retention !== undefined && (
        <>
          <Curve track={track} retention={retention} moments={notes.map(({ atSecond }) => atSecond)} />
          <p className="max-w-prose text-sm text-muted">{inWords(retention, track.durationSeconds)}</p>
          <RetentionTable retention={retention} durationSeconds={track.durationSeconds} />
        </>
      )}
      {retention === undefined && !isError && <Skeleton className="h-35 w-full" label="Loading the curve" />}
      {retention === undefined && isError && (
        <Panel tone="wrong" title="The curve did not load" level={3}>
          <div className="grid justify-items-start gap-4">
            <p>{failureText(error)}</p>
            <Button variant="quiet" onPress={() => refetch()} isPending={isFetching}>
              Retry
            </Button>
          </div>
        </Panel>
      )}
      {notes.length > 0 && <MomentNotes notes={notes} />}
    </section>
  );
}

function inWords({ listeners, parts }: Retention, durationSeconds: number): string {
  if (listeners === 0)
    return 'Nobody has heard this track yet. The curve grows with every second that is heard.';
  const whole = listeners === 1 ? '1 listener' : `${listeners.toLocaleString('en-US')} listeners`;
  const toTheEnd = Math.round(((parts.at(-1) ?? 0) / listeners) * 100);
  const start = `The line is the share of ${whole} who heard each part, by seconds that Earshot verified. ${toTheEnd} % heard the end.`;
  if (durationSeconds <= requiredListeningSeconds) return start;
  return `${start} A review takes a minute of listening, so what comes after the first minute is the part they chose to hear.`;
}

interface CurveProps {
  track: OwnTrack;
  retention: Retention;
  moments: readonly number[];
}

/** The waveform with the curve over it, the first minute tinted. The same figures stand in the table. */
function Curve({ track, retention, moments }: CurveProps) {
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const points = curvePoints(retention.parts, retention.listeners);
  const compulsory = Math.min(1, requiredListeningSeconds / track.durationSeconds) * 100;
  return (
    <div className="pb-4">
      <div className="relative">
        <div
          aria-hidden
          className="absolute -inset-y-1 start-0 bg-mint"
          style={{ width: `${compulsory}%`, opacity: 0.1 }}
        />
        <Waveform
          peaks={peaks}
          duration={track.durationSeconds}
          position={0}
          label={`Waveform of ${track.title} with the share of listeners who heard each part`}
          gate={{ at: requiredListeningSeconds, caption: 'needed for a review' }}
          moments={moments}
          height={140}
        />
        {retention.listeners > 0 && (
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="pointer-events-none absolute inset-0 size-full overflow-visible"
          >
            <polygon points={`0,100 ${points} 100,100`} className="fill-brass" fillOpacity={0.2} />
            <polyline
              points={points}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-brass stroke-2"
            />
          </svg>
        )}
      </div>
      <p aria-hidden className="tabular flex justify-end pt-1 text-xs text-muted">
        {formatDuration(track.durationSeconds)}
      </p>
    </div>
  );
}
