import { useEffect, useState, useSyncExternalStore } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { createAudioPlayer } from '#web/tracks/audio-player.ts';
import { simulatedPoints, simulation } from './demo-rules.ts';

export type ListenMode = 'idle' | 'audio' | 'simulation';

export interface DemoListen {
  readonly mode: ListenMode;
  readonly isPlaying: boolean;
  /** Seconds that count, 0 to 60. */
  readonly heard: number;
  /** The file failed, so the listen is simulated. */
  readonly hasFallenBack: boolean;
  readonly toggleAudio: () => void;
  readonly simulate: () => void;
}

/** Sixty seconds of the sample, heard or simulated; `onComplete` when they are full, whichever way. */
export function useDemoListen(url: string, isComplete: boolean, onComplete: () => void): DemoListen {
  const [player] = useState(createAudioPlayer);
  const audio = useSyncExternalStore(player.subscribe, player.state);
  const [mode, setMode] = useState<ListenMode>('idle');
  const [hasFallenBack, setFallenBack] = useState(false);
  const points = useSimulation(mode === 'simulation' && !isComplete);
  useEffect(() => player.unload, [player]);

  if (mode === 'audio' && (audio.failure !== null || audio.isStalled)) {
    setMode('simulation');
    setFallenBack(true);
  }
  const simulated = (points / simulation.points) * requiredListeningSeconds;
  const heard = mode === 'simulation' ? simulated : Math.min(requiredListeningSeconds, audio.position);
  const isFull = heard >= requiredListeningSeconds;
  useEffect(() => {
    if (isFull && !isComplete) onComplete();
  }, [isFull, isComplete, onComplete]);

  return {
    mode,
    isPlaying: mode === 'audio' ? audio.isPlaying : mode === 'simulation' && !isComplete,
    heard: isComplete ? requiredListeningSeconds : heard,
    hasFallenBack,
    toggleAudio: () => {
      if (audio.isPlaying) return player.pause();
      if (mode !== 'audio') player.load(url);
      setMode('audio');
      void player.play();
    },
    simulate: () => {
      player.unload();
      setMode('simulation');
    },
  };
}

/** Points of the simulation, by the clock and not by the count of ticks: a slow machine takes no longer. */
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
