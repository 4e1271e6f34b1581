import { ApiRefusal } from './api-failures.ts';

const slot = (act: string) => `earshot-act:${act}`;
const keyLength = 36;
const memory = new Map<string, string>();

/**
 * The idempotency key of an act in progress, for example 'payout'. It stays the same until `actDone`, even after a
 * reload, so that the server recognizes a retry after a lost response.
 * @param of identifies the act, for example its content; another value starts a new act
 */
export function actKey(act: string, of = ''): string {
  const known = read(act);
  if (known?.slice(keyLength) === ` ${of}`) return known.slice(0, keyLength);
  const key = crypto.randomUUID();
  memory.set(act, `${key} ${of}`);
  try {
    sessionStorage.setItem(slot(act), `${key} ${of}`);
  } catch {
    // Without storage the key lasts as long as the page.
  }
  return key;
}

/** The act has its final response, so the next one gets a new key. */
export function actDone(act: string): void {
  memory.delete(act);
  try {
    sessionStorage.removeItem(slot(act));
  } catch {
    // Nothing was stored.
  }
}

/** Whether a failure is final: a retry would be refused again, or has to be a new act. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiRefusal && error.status < 500 && error.status !== 429 && error.status !== 401;

function read(act: string): string | null {
  try {
    return memory.get(act) ?? sessionStorage.getItem(slot(act));
  } catch {
    return null;
  }
}
