import { useCallback } from 'react';
import { drawBars } from './draw-bars.ts';
import { color } from './paint-canvas.ts';
import type { Peaks } from './peaks.ts';
import { useCanvas } from './use-canvas.ts';

const measure = { bar: 2, gap: 2 };

/** A small waveform for rows and cards. Decoration only. `progress` from 0 to 1, `height` in px. */
export function WaveformStrip(props: { peaks: Peaks; progress?: number; height?: number }) {
  const { peaks, progress = 0, height = 32 } = props;
  const draw = useCallback(
    (context: CanvasRenderingContext2D, width: number, tall: number) => {
      const stretches = [
        { from: 0, to: 1, ink: color(context, 'rest') },
        { from: 0, to: progress, ink: color(context, 'brass-mark') },
      ];
      drawBars(context, { width, height: tall }, { peaks, measure, stretches });
    },
    [peaks, progress],
  );
  return (
    <div aria-hidden className="relative" style={{ height }}>
      <canvas ref={useCanvas(draw)} className="absolute inset-0 size-full" />
    </div>
  );
}
