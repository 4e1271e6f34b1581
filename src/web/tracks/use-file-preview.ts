import { useEffect, useState } from 'react';
import type { TrackTags } from './id3-tags.ts';

/**
 * What a chosen file tells about itself before it is sent: its tags, once, and its waveform as far as it is decoded;
 * null while nothing is known. What cannot be read is left out in silence: it is only a help.
 */
export function useFilePreview(file: File | null, onTags: (tags: TrackTags) => void): Uint8Array | null {
  const [waveform, setWaveform] = useState<{ file: File; peaks: Uint8Array } | null>(null);
  useEffect(() => {
    if (file === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const look = async () => {
      const { readTags } = await import('./id3-tags.ts');
      const tags = await readTags(file);
      if (!signal.aborted) onTags(tags);
      const { decodeWaveform } = await import('./decode-waveform.ts');
      await decodeWaveform(file, (peaks) => setWaveform({ file, peaks }), signal);
    };
    look().catch(() => undefined);
    return () => controller.abort();
  }, [file, onTags]);
  return waveform?.file === file ? waveform.peaks : null;
}
