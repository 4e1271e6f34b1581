type Read<Answer> = (key: string, make: () => Promise<Answer>) => Promise<Answer>;

/** Answers that are the same for everyone who asks, made once for all who ask within a short time. */
export interface SharedAnswers {
  /** A store of its own for one type of answer. The key names everything that the answer depends on. */
  readonly of: <Answer>() => Read<Answer>;
  /** Forgets all of them. A request that arrives later gets an answer that is read later. */
  readonly forget: () => void;
}

export interface SharedAnswersOptions {
  /** How old an answer may be, counted from the moment its reading began; 0 shares nothing. */
  readonly milliseconds: number;
  /** Answers kept in each store; the oldest is forgotten first. */
  readonly most?: number;
  readonly now?: () => number;
}

export function sharedAnswers(options: SharedAnswersOptions): SharedAnswers {
  const stores: { forget(): void }[] = [];
  return {
    of<Answer>(): Read<Answer> {
      const store = new Store<Answer>(options);
      stores.push(store);
      return (key, make) => store.read(key, make);
    },
    forget: () => {
      for (const store of stores) store.forget();
    },
  };
}

interface Kept<Answer> {
  readonly since: number;
  readonly answer: Promise<Answer>;
}

class Store<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>();
  readonly #options: SharedAnswersOptions;

  constructor(options: SharedAnswersOptions) {
    this.#options = options;
  }

  read(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const { milliseconds, now = () => performance.now() } = this.#options;
    const known = this.#kept.get(key);
    if (known && now() - known.since < milliseconds) return known.answer;
    const made = { since: now(), answer: make() };
    this.#keep(key, made);
    made.answer.catch(() => {
      if (this.#kept.get(key) === made) this.#kept.delete(key);
    });
    return made.answer;
  }

  forget(): void {
    this.#kept.clear();
  }

  /** The map's order is that of making: the first one is the oldest. */
  #keep(key: string, made: Kept<Answer>): void {
    this.#kept.delete(key);
    this.#kept.set(key, made);
    const { most = 500 } = this.#options;
    const [oldest] = this.#kept.size > most ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
