import { useEffect, useState } from 'react';
import type { TrackTags } from './id3-tags.ts';

/**
 * A chosen file's tags, once, and its waveform as it is decoded; null until known. Unreadable files are silently
 * ignored, because the preview is optional.
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
