import { formatDuration } from '#web/ui/display/duration.ts';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';
import { unheard } from './demo-state.ts';
import { type SampleTrack, sampleTracks } from './sample-tracks.ts';
import { MusicNote, StepHeading } from './step-parts.tsx';
import type { Demo } from './use-demo.ts';

/** Three sample tracks to choose from. */
export function DiscoveryStep({ demo }: { demo: Demo }) {
  const choose = (place: number) => {
    const isOther = place !== demo.state.selectedTrack;
    demo.change(isOther ? { selectedTrack: place, ...unheard } : { selectedTrack: place });
    demo.goTo(5);
  };
  return (
    <div className="grid gap-8">
      <StepHeading lead="No charts and no followers: tracks that need ears come first. Choose one.">
        Curated for you
      </StepHeading>
      <ul className="grid gap-4 md:grid-cols-3">
        {sampleTracks.map((track, place) => (
          <li key={track.file} className="grid">
            <TrackChoice
              track={track}
              isChosen={place === demo.state.selectedTrack}
              onChoose={() => choose(place)}
            />
          </li>
        ))}
      </ul>
      <MusicNote />
    </div>
  );
}

interface TrackChoiceProps {
  track: SampleTrack;
  isChosen: boolean;
  onChoose: () => void;
}

function TrackChoice({ track, isChosen, onChoose }: TrackChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`grid cursor-pointer content-start gap-4 border bg-panel p-4 text-start transition-colors hover:bg-raised max-md:grid-cols-[6rem_1fr] sm:p-6 ${isChosen ? 'border-brass-mark' : 'border-line'}`}
    >
      <span className="mx-auto block w-full max-w-52">
        <GrooveRecord id={track.record} peaks={track.peaks} />
      </span>
      <span className="grid min-w-0 content-start gap-2">
        <span className="font-display text-3xl">{track.title}</span>
        <span className="text-muted">{`${track.artist} / ${track.genre} / ${formatDuration(track.duration)}`}</span>
        <WaveformStrip peaks={track.peaks} />
      </span>
    </button>
  );
}
