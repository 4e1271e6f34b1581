import { Check, FastForward, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { createAudioPlayer } from '#web/music/tracks/audio-player.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { Lights } from '#web/ui/music/lights.tsx';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { simulatedPoints, simulation } from './demo-rules.ts';
import { type SampleTrack, sampleAudio, sampleTrack } from './sample-tracks.ts';
import { MusicNote, StepHeading } from './step-parts.tsx';
import type { Demo } from './use-demo.ts';

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

type ListenMode = 'idle' | 'audio' | 'simulation';

interface DemoListen {
  readonly mode: ListenMode;
  readonly isPlaying: boolean;
  /** Counted seconds, 0 to 60. */
  readonly heard: number;
  /** The file failed, so the listening is or was simulated. */
  readonly hasFallenBack: boolean;
  readonly toggleAudio: () => void;
  readonly simulate: () => void;
}

/** Sixty seconds of the track, played or simulated. Progress is part of the demo's state, so Next and Back keep it. */
function useDemoListen(url: string, { state, change }: Pick<Demo, 'state' | 'change'>): DemoListen {
  const { heardSeconds, hasListened, hasFallenBack } = state;
  const [player] = useState(createAudioPlayer);
  const audio = useSyncExternalStore(player.subscribe, player.state);
  const [mode, setMode] = useState<ListenMode>('idle');
  const points = useSimulation(mode === 'simulation' && !hasListened);
  const keep = useEffectEvent(change);
  useEffect(() => player.unload, [player]);

  const isBroken = mode === 'audio' && (audio.failure !== null || audio.isStalled);
  useEffect(() => {
    if (!isBroken) return;
    setMode('simulation');
    keep({ hasFallenBack: true });
  }, [isBroken]);

  const simulated = (points / simulation.points) * requiredListeningSeconds;
  const now = mode === 'audio' ? audio.position : mode === 'simulation' ? simulated : 0;
  const heard = hasListened
    ? requiredListeningSeconds
    : Math.min(requiredListeningSeconds, Math.max(heardSeconds, now));
  const wholeSeconds = Math.floor(heard);
  useEffect(() => keep({ heardSeconds: wholeSeconds }), [wholeSeconds]);
  const isFull = heard >= requiredListeningSeconds;
  useEffect(() => {
    if (!isFull) return;
    player.pause();
    keep({ hasListened: true });
  }, [isFull, player]);

  return {
    mode,
    isPlaying: mode === 'audio' ? audio.isPlaying : mode === 'simulation' && !hasListened,
    heard,
    hasFallenBack,
    toggleAudio: () => {
      if (audio.isPlaying) return player.pause();
      if (mode !== 'audio') {
        player.load(url, heardSeconds);
        change({ hasFallenBack: false });
      }
      setMode('audio');
      void player.play();
    },
    simulate: () => {
      player.unload();
      setMode('simulation');
    },
  };
}

/** Points of the simulation by the clock rather than by ticks, so that a slow machine takes no longer. */
function useSimulation(isRunning: boolean): number {
  const [points, setPoints] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const begun = performance.now();
    const timer = setInterval(
      () => setPoints(simulatedPoints(performance.now() - begun)),
      simulation.tickMilliseconds,
    );
    return () => clearInterval(timer);
  }, [isRunning]);
  return points;
}
