import { ApiRefusal } from './api-failures.ts';

const slot = (act: string) => `earshot-act:${act}`;
const keyLength = 36;
const memory = new Map<string, string>();

/**
 * The key of a running act, for example 'payout': the same until `actDone`, also after a reload, so that a repeat
 * after a lost answer is the same act to the server.
 * @param of what makes it this act and no other, for example its content: with something else here a new act begins
 */
export function actKey(act: string, of = ''): string {
  const known = read(act);
  if (known?.slice(keyLength) === ` ${of}`) return known.slice(0, keyLength);
  const key = crypto.randomUUID();
  memory.set(act, `${key} ${of}`);
  try {
    sessionStorage.setItem(slot(act), `${key} ${of}`);
  } catch {
    // Without storage the key lives as long as the page.
  }
  return key;
}

/** The act has its final answer: the next one gets a key of its own. */
export function actDone(act: string): void {
  memory.delete(act);
  try {
    sessionStorage.removeItem(slot(act));
  } catch {
    // Nothing was stored.
  }
}

/** Whether a failed act is decided: a repeat would be refused again, or has to be a new act. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiRefusal && error.status < 500 && error.status !== 429 && error.status !== 401;

function read(act: string): string | null {
  try {
    return memory.get(act) ?? sessionStorage.getItem(slot(act));
  } catch {
    return null;
  }
}
