import { hasShape, isText } from '#web/shape-rules.ts';

const slot = 'earshot-carried-toast';

interface Carried {
  readonly title: string;
  readonly body: string;
}

/** Keeps a message for the page that a full navigation leads to. */
export function carryToast(message: Carried): void {
  try {
    sessionStorage.setItem(slot, JSON.stringify(message));
  } catch {
    // Without storage the message is lost with the page; what it says is visible on the next one.
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
