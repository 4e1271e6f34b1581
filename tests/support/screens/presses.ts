import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export function spotOf(target: Locator): Spot {
  const { left, top, width, height } = target.element().getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Presses a spot of the window, as a hand does: whatever lies there then is pressed. */
export function pressSpot({ x, y }: Spot): Promise<void> {
  const { left, top } = document.body.getBoundingClientRect();
  return userEvent.click(document.body, { position: { x: x - left, y: y - top }, force: true });
}

/**
 * The same within the page. A hand's press is sent through the browser, which on a busy machine can take longer than the
 * pause of the rows.
 * @returns what lies there
 */
export function pressAtOnce({ x, y }: Spot): Element | null {
  const target = document.elementFromPoint(x, y);
  const mouse = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail: 1 };
  const pointer = { ...mouse, pointerId: 1, pointerType: 'mouse', isPrimary: true, width: 1, height: 1 };
  target?.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1, pressure: 0.5 }));
  target?.dispatchEvent(new MouseEvent('mousedown', { ...mouse, buttons: 1 }));
  target?.dispatchEvent(new PointerEvent('pointerup', pointer));
  target?.dispatchEvent(new MouseEvent('mouseup', mouse));
  target?.dispatchEvent(new MouseEvent('click', mouse));
  return target;
}

/** Whether a spot is within a box of the page, whatever lies above it or takes no presses. */
export function isWithin({ x, y }: Spot, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left < x && x < right && top < y && y < bottom;
}

/** Whether a press on the middle of a button or link reaches it. */
export const isReady = (target: Locator): boolean => {
  const { x, y } = spotOf(target);
  return target.element().contains(document.elementFromPoint(x, y));
};

/** The spot of a button or link, once a press there reaches it. */
export async function readySpot(target: Locator): Promise<Spot> {
  await expect.poll(() => isReady(target)).toBe(true);
  return spotOf(target);
}
