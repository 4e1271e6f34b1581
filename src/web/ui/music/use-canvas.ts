import { type RefObject, useEffect, useRef } from 'react';
import { onThemeChange } from '../controls/theme.ts';

/** Draws on a cleared canvas; width and height in CSS pixels. */
export type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

function paint(canvas: HTMLCanvasElement, draw: Draw): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0 || height === 0) return;
  const ratio = window.devicePixelRatio;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  context.setTransform(across / width, 0, 0, down / height, 0, 0);
  context.clearRect(0, 0, width, height);
  draw(context, width, height);
}

/** A canvas that is drawn again when `draw`, its size, the pixel ratio or the theme changes. */
export function useCanvas(draw: Draw): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(draw);

  useEffect(() => {
    latest.current = draw;
    if (canvas.current !== null) paint(canvas.current, draw);
  }, [draw]);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const again = () => paint(element, latest.current);
    const sizes = new ResizeObserver(again);
    sizes.observe(element);
    const stop = onThemeChange(again);
    return () => {
      sizes.disconnect();
      stop();
    };
  }, []);

  return canvas;
}

/** The value of a colour token where this canvas stands. */
export function colour(context: CanvasRenderingContext2D, name: string): string {
  return getComputedStyle(context.canvas).getPropertyValue(`--color-${name}`);
}
