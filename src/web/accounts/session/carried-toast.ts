import { z } from 'zod';

const slot = 'earshot-carried-toast';
const Carried = z.strictObject({ title: z.string(), body: z.string() });

/** Keeps a message for the page that a full navigation leads to. */
export function carryToast(message: z.infer<typeof Carried>): void {
  try {
    sessionStorage.setItem(slot, JSON.stringify(message));
  } catch {
    // Without storage the message is lost with the page; what it says is visible on the next one.
  }
}

export function takeCarriedToast(): z.infer<typeof Carried> | null {
  try {
    const kept = sessionStorage.getItem(slot);
    sessionStorage.removeItem(slot);
    return kept === null ? null : Carried.parse(JSON.parse(kept));
  } catch {
    return null;
  }
}
