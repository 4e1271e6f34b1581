import { Check, FastForward, Pause, Play } from 'lucide-react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { Lights } from '#web/ui/music/lights.tsx';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { MusicNote } from './sample-note.tsx';
import { type SampleTrack, sampleAudio, sampleTrack } from './sample-tracks.ts';
import { StepHeading } from './step-heading.tsx';
import type { Demo } from './use-demo.ts';
import { type DemoListen, useDemoListen } from './use-demo-listen.ts';

/** Sixty seconds of listening to real music, or a 2.5 s simulation. */
export function ListenStep({ demo }: { demo: Demo }) {
  const { hasListened, selectedTrack } = demo.state;
  const track = sampleTrack(selectedTrack);
  const listen = useDemoListen(sampleAudio(track), demo);
  return (
    <div className="grid gap-4 sm:gap-6">
      <div className="grid items-center gap-4 sm:gap-6 sm:grid-cols-[10rem_1fr] lg:grid-cols-[16rem_1fr] lg:gap-10">
        <div className="max-sm:w-24">
          <GrooveRecord
            id={track.record}
            peaks={track.peaks}
            isPlaying={listen.isPlaying}
            ring="Sample for the demo"
          />
        </div>
        <StepHeading peaks={track.peaks} lead={`${track.artist} / ${track.genre}`}>
          {track.title}
        </StepHeading>
      </div>
      <Waveform
        peaks={track.peaks}
        duration={track.duration}
        position={listen.heard}
        furthest={listen.heard}
        gate={{ at: requiredListeningSeconds, caption: 'review unlocks', isOpen: hasListened }}
        height={150}
        label={`The waveform of ${track.title} with a line at one minute, where the review unlocks`}
      />
      <Seconds heard={listen.heard} isComplete={hasListened} />
      <Controls listen={listen} track={track} isComplete={hasListened} />
      <MusicNote />
    </div>
  );
}

function Seconds({ heard, isComplete }: { heard: number; isComplete: boolean }) {
  const whole = Math.floor(heard);
  return (
    <Lights
      label="Seconds heard"
      count={requiredListeningSeconds}
      lit={whole}
      tone={isComplete ? 'earned' : 'act'}
      valueText={`${whole} of ${requiredListeningSeconds} seconds`}
      start={isComplete ? 'Review unlocked' : `${requiredListeningSeconds - whole} s to go`}
      end={`${whole} / ${requiredListeningSeconds} s heard`}
    />
  );
}

interface ControlsProps {
  listen: DemoListen;
  track: SampleTrack;
  isComplete: boolean;
}

function Controls({ listen, track, isComplete }: ControlsProps) {
  const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 };
  if (isComplete) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button size="large" isDisabled icon={<Check {...icon} />}>
          Listening complete
        </Button>
        {listen.hasFallenBack && <FallenBack />}
      </div>
    );
  }
  const isSimulating = listen.mode === 'simulation';
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="large"
        isDisabled={isSimulating}
        icon={listen.isPlaying && !isSimulating ? <Pause {...icon} /> : <Play {...icon} />}
        onPress={listen.toggleAudio}
      >
        {listen.isPlaying && !isSimulating ? 'Pause' : `Play ${track.title}`}
      </Button>
      <Button
        size="large"
        variant="quiet"
        isDisabled={isSimulating}
        icon={<FastForward {...icon} />}
        onPress={listen.simulate}
      >
        {isSimulating ? 'Listening...' : `Simulate ${requiredListeningSeconds} seconds`}
      </Button>
      {listen.hasFallenBack && <FallenBack />}
    </div>
  );
}

const FallenBack = () => (
  <p role="status" className="text-muted">
    The music couldn’t be played, so this listen is simulated.
  </p>
);
