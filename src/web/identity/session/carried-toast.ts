import { hasShape, isText } from '#web/shape-rules.ts';

const slot = 'earshot-carried-toast';

interface Carried {
  readonly title: string;
  readonly body: string;
}

/** Stores a message for the page after a full page load. */
export function carryToast(message: Carried): void {
  try {
    sessionStorage.setItem(slot, JSON.stringify(message));
  } catch {
    // Without storage the message is lost, but the next page shows its effect.
  }
}

export function takeCarriedToast(): Carried | null {
  try {
    const kept = sessionStorage.getItem(slot);
    sessionStorage.removeItem(slot);
    const carried: unknown = JSON.parse(kept ?? 'null');
    return hasShape<Carried>(carried, { title: isText, body: isText }) ? carried : null;
  } catch {
    return null;
  }
}
