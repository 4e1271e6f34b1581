import { useMemo } from 'react';
import { drawStripOf } from './draw-strip.ts';
import type { Peaks } from './peaks.ts';
import { useCanvas } from './use-canvas.ts';

/** A small waveform for rows and cards. Decorative. `progress` from 0 to 1, `height` in pixels. */
export function WaveformStrip(props: { peaks: Peaks; progress?: number; height?: number }) {
  const { peaks, progress = 0, height = 32 } = props;
  const draw = useMemo(() => drawStripOf(peaks, progress), [peaks, progress]);
  return (
    <div aria-hidden className="strip relative" style={{ height }}>
      <canvas ref={useCanvas(draw)} className="absolute inset-0 size-full" />
    </div>
  );
}
