import { type RefObject, useEffect, useRef } from 'react';
import { type Draw, onCanvasChange, paintCanvas } from './paint-canvas.ts';

/** A canvas that is redrawn when `draw`, its size, the pixel ratio or the theme changes. */
export function useCanvas(draw: Draw): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(draw);

  useEffect(() => {
    latest.current = draw;
    if (canvas.current !== null) paintCanvas(canvas.current, draw);
  }, [draw]);

  useEffect(() => {
    const element = canvas.current;
    return element === null ? undefined : onCanvasChange(element, () => paintCanvas(element, latest.current));
  }, []);

  return canvas;
}
