export interface ToastMessage {
  title: string;
  body?: string | undefined;
  /** A second line: who and how much. */
  detail?: string | undefined;
  /** Opens in a new tab. */
  link?: { readonly label: string; readonly url: string } | undefined;
  tone?: 'plain' | 'earned' | 'wrong' | undefined;
  /** The user's action. A newer message of the same action replaces the previous one. */
  act?: string | undefined;
}

export interface ShownToast extends ToastMessage {
  readonly id: number;
}

const shownForMilliseconds = 5000;
const mostShown = 3;

/** Newest first. */
let waiting: readonly ShownToast[] = [];
let shown: readonly ShownToast[] = [];
let isHeld = false;
let last = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function settle(): void {
  shown = waiting.slice(0, mostShown);
  for (const [id, timer] of timers) {
    if (!isHeld && shown.some((one) => one.id === id)) continue;
    clearTimeout(timer);
    timers.delete(id);
  }
  for (const { id, link } of isHeld ? [] : shown) {
    if (link === undefined && !timers.has(id))
      timers.set(
        id,
        setTimeout(() => closeToast(id), shownForMilliseconds),
      );
  }
  for (const tell of listeners) tell();
}

/** Shows a message for five seconds, paused by hover and focus; one with a link until it is closed. Works outside components. */
export function toast(message: ToastMessage): void {
  const { act } = message;
  const others = act === undefined ? waiting : waiting.filter((one) => one.act !== act);
  last += 1;
  waiting = [{ ...message, id: last }, ...others];
  settle();
}

function closeAllBut(stays: (message: (typeof waiting)[number]) => boolean): void {
  waiting = waiting.filter(stays);
  isHeld = false; // The hovered toast may be gone, and then no leave event fires.
  settle();
}

export function closeToast(id: number): void {
  closeAllBut((one) => one.id !== id);
}

/** Closes the messages of an action that the user tries again. */
export function closeMessagesOf(act: string): void {
  closeAllBut((message) => message.act !== act);
}

/** Closes messages of success when the user sends the next form, so that two acts do not pile up over a heading. */
export function closeGoodNews(): void {
  closeAllBut(({ tone }) => tone === 'wrong');
}

/** Pauses the timers of all messages. */
export function holdToasts(hold: boolean): void {
  if (isHeld === hold) return;
  isHeld = hold;
  settle();
}

export const shownToasts = (): readonly ShownToast[] => shown;

export function onToasts(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
