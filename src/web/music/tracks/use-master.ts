import { useEffect, useRef, useState } from 'react';
import { FileChanged } from '#web/files/chosen-file-changed.ts';

/** A master being converted to MP3. */
export interface MasterInWork {
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
}

interface MadeOf {
  readonly onMade: (mp3: File) => void;
  /** Called with a text for the artist if it cannot be converted. */
  readonly onRefused: (why: string) => void;
}

/** Converts a master to MP3, one at a time. The encoder is loaded on first use. */
export function useMaster({ onMade, onRefused }: MadeOf) {
  const [inWork, setInWork] = useState<MasterInWork | null>(null);
  const [made, setMade] = useState<File | null>(null);
  const stop = useRef<AbortController>(undefined);
  const cancel = () => {
    stop.current?.abort();
    setInWork(null);
  };
  useEffect(() => () => stop.current?.abort(), []);
  const make = async (master: File): Promise<void> => {
    stop.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setInWork({ name: master.name, share: 0 });
    try {
      const { makeMp3 } = await import('./masters/make-mp3.ts');
      const onProgress = (share: number) => signal.aborted || setInWork({ name: master.name, share });
      const mp3 = await makeMp3(master, { onProgress, signal });
      if (signal.aborted) return;
      setMade(mp3);
      onMade(mp3);
    } catch (error) {
      if (!signal.aborted) onRefused(whyRefused(error));
    } finally {
      if (stop.current === controller) setInWork(null);
    }
  };
  return { inWork, made, make, cancel };
}

const whyRefused = (error: unknown): string =>
  error instanceof FileChanged || (error instanceof Error && error.name === 'MasterRefused')
    ? error.message
    : 'This file couldn’t be converted to MP3. Please try again, or upload an MP3.';
