import { randomUUID } from 'node:crypto';

type Session = Readonly<Record<string, unknown>>;

/** The checkout pages of Stripe's stand-in. */
export class StripeCheckoutsStandIn {
  readonly #sessions = new Map<string, Session>();
  readonly #byKey = new Map<string, Session>();

  /** A session, or an error's status and code. */
  answer(method: string, path: string, key: string): Session {
    const [, , , , id, act] = path.split('/');
    if (method === 'POST' && id === undefined) return this.#open(key);
    const known = this.#sessions.get(id ?? '');
    if (!known) return { status: 404 };
    if (act === undefined) return known;
    if (known.status !== 'open') return { status: 400, message: 'Not open.', code: 'not_open' };
    return this.#change(String(known.id), { status: 'expired', url: null });
  }

  /** The same key gets the first response again, whatever has become of the session. */
  #open(key: string): Session {
    const known = this.#byKey.get(key);
    if (known) return known;
    const id = `cs_${randomUUID()}`;
    const url = `https://checkout.stripe.example/c/${id}`;
    const opened = this.#change(id, { id, object: 'checkout.session', status: 'open', url });
    this.#byKey.set(key, opened);
    return opened;
  }

  #change(id: string, to: Session): Session {
    const changed = { ...this.#sessions.get(id), ...to };
    this.#sessions.set(id, changed);
    return changed;
  }

  /** Somebody pays on the page; false if it can no longer be paid. */
  pay(url: string, subscription: string): boolean {
    const open = this.open().find((session) => session.url === url);
    if (open) this.#change(String(open.id), { status: 'complete', url: null, subscription });
    return open !== undefined;
  }

  /** The sessions that can be paid. */
  open(): readonly Session[] {
    return [...this.#sessions.values()].filter(({ status }) => status === 'open');
  }

  /** As after a change of the key. */
  forgetAll(): void {
    this.#sessions.clear();
  }
}
