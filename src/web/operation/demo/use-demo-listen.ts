import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { createAudioPlayer } from '#web/music/tracks/audio-player.ts';
import { simulatedPoints, simulation } from './demo-rules.ts';
import type { Demo } from './use-demo.ts';

export type ListenMode = 'idle' | 'audio' | 'simulation';

export interface DemoListen {
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
export function useDemoListen(url: string, { state, change }: Pick<Demo, 'state' | 'change'>): DemoListen {
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
