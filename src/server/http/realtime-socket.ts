import type { WebSocket } from 'ws';
import { FromClient, type FromServer, type Topic } from '#contract/realtime.ts';
import { closeCodes } from '#contract/realtime-connection.ts';
import type { Caller } from '../foundation/caller.ts';
import { Refusal } from '../foundation/refusals.ts';

const tokenWithinMilliseconds = 5_000;
/** Browsers limit timers of hidden tabs to one per minute, so this is more than two missed heartbeats. */
const silenceMilliseconds = 150_000;
const mostMessages = 20;
const messageSpanMilliseconds = 10_000;

type Authenticate = (token: string) => Promise<Caller>;
/** False if the user already has too many connections. */
type Enter = (connection: Connection, caller: Caller) => boolean;

/** A tab's connection. Its user is that of the latest token. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #authenticate: Authenticate;
  readonly #enter: Enter;
  #token: string | undefined;
  #caller: Caller | undefined;
  #silence: ReturnType<typeof setTimeout>;
  #messages: number[] = [];

  constructor(socket: WebSocket, authenticate: Authenticate, enter: Enter) {
    this.#socket = socket;
    this.#authenticate = authenticate;
    this.#enter = enter;
    this.#silence = this.#closeAfter(tokenWithinMilliseconds);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => clearTimeout(this.#silence));
    socket.on('ping', () => this.#isWithinPace());
    socket.on('message', (data, isBinary) => {
      if (this.#isWithinPace()) void this.#hear(isBinary ? '' : String(data));
    });
  }

  get caller(): Caller | undefined {
    return this.#caller;
  }

  tell(topic: Topic): void {
    this.#send({ changed: topic });
  }

  close(code: number): void {
    this.#socket.close(code);
    // Cuts off a client that does not answer the close frame.
    setTimeout(() => this.#socket.terminate(), 500).unref();
  }

  /** Checks again whether the session may act, and as whom. An unreachable database does not end the connection. */
  async checkAgain(): Promise<boolean> {
    if (this.#token === undefined) return false;
    try {
      const caller = await this.#authenticate(this.#token);
      const isSame = this.#caller === undefined || this.#caller.userId === caller.userId;
      // A connection belongs to one user; the session may be a newer one of the same user.
      if (isSame) this.#caller = caller;
      else this.close(closeCodes.unauthorized);
      return isSame;
    } catch (error) {
      if (error instanceof Refusal) this.close(closeCodes.unauthorized);
      else if (!this.#caller) this.close(closeCodes.restarting);
      return false;
    }
  }

  async #hear(text: string): Promise<void> {
    const message = parse(text);
    if (!message) return this.close(closeCodes.flooded);
    const isFirst = this.#caller === undefined;
    this.#token = message.token;
    if (!(await this.checkAgain()) || !this.#caller) return;
    clearTimeout(this.#silence);
    this.#silence = this.#closeAfter(silenceMilliseconds);
    if (isFirst && !this.#enter(this, this.#caller)) return this.close(closeCodes.tooMany);
    this.#send({ alive: true });
  }

  #send(message: FromServer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #closeAfter(milliseconds: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.close(closeCodes.unauthorized), milliseconds).unref();
  }

  #isWithinPace(): boolean {
    const now = performance.now();
    this.#messages = [...this.#messages.filter((at) => at > now - messageSpanMilliseconds), now];
    if (this.#messages.length <= mostMessages) return true;
    this.close(closeCodes.flooded);
    return false;
  }
}

function parse(text: string): { token: string } | undefined {
  try {
    return FromClient.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
