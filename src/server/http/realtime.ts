import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { matchesUserType } from '#contract/identity/role-check.ts';
import { FromClient, type FromServer, Topic } from '#contract/realtime.ts';
import { closeCodes, realtimePath } from '#contract/realtime-connection.ts';
import type { News, NewsItem } from '../adapters/database/news.ts';
import type { Metrics } from '../adapters/telemetry/metrics.ts';
import type { Caller } from '../foundation/caller.ts';
import { Refusal } from '../foundation/refusals.ts';

const largestFrame = 16 * 1024;
const connectionsOfUser = 5;

export interface RealtimeOptions {
  readonly news: News;
  readonly metrics: Metrics;
  readonly authenticate: (token: string) => Promise<Caller>;
  readonly publicUrl: string;
  /** Outside production the machine may be reached by other names than the public address. */
  readonly allowOwnHost: boolean;
}

/** Notifies signed-in users over WebSockets of changes to their data (threats T28). Everything works without it. */
export function serveRealtime(app: FastifyInstance, options: RealtimeOptions): void {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestFrame, perMessageDeflate: false });
  const connections = new Set<Connection>();
  options.metrics.gauge('earshot_sockets', 'Open WebSockets.', () => [{ value: connections.size }]);
  // Connections that are being rejected do not count, or many at once would all be rejected.
  const entered = new WeakSet<Connection>();
  const enter = (connection: Connection, { userId }: Caller) => {
    const others = [...connections].filter((other) => entered.has(other) && other.caller?.userId === userId);
    if (others.length >= connectionsOfUser) return false;
    entered.add(connection);
    return true;
  };

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    // Compared as text, because it need not be a valid URL.
    if (request.url?.split('?', 1)[0] !== realtimePath) return answer(socket, '404 Not Found');
    if (!isOwnOrigin(request, options)) return answer(socket, '403 Forbidden');
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(webSocket, options.authenticate, enter);
      connections.add(connection);
      webSocket.on('close', () => connections.delete(connection));
    });
  });

  options.news.listen(
    (item) => {
      for (const connection of audience(connections, item)) void pass(connection, item);
    },
    () => {
      for (const connection of connections) {
        void connection.checkAgain().then((isGood) => isGood && connection.tell('all'));
      }
    },
  );
  app.addHook('preClose', async () => {
    for (const connection of connections) connection.close(closeCodes.restarting);
    server.close();
  });
}

function audience(connections: ReadonlySet<Connection>, { topic, userId }: NewsItem): Connection[] {
  return [...connections].filter(({ caller }) => {
    if (userId !== null) return caller?.userId === userId;
    if (!caller) return false;
    return topic === 'queue' ? matchesUserType(caller, 'listener') : caller.isAdmin;
  });
}

/** A change of access counts as well: whether the session is valid, and whether its user is an admin. */
async function pass(connection: Connection, { topic }: NewsItem): Promise<void> {
  if (topic === 'access') {
    if (await connection.checkAgain()) connection.tell('profile');
    return;
  }
  const known = Topic.safeParse(topic);
  if (known.success) connection.tell(known.data);
}

function isOwnOrigin({ headers }: IncomingMessage, { publicUrl, allowOwnHost }: RealtimeOptions): boolean {
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (origin === new URL(publicUrl).origin) return true;
  return allowOwnHost && new URL(origin).host === headers.host;
}

/** We own the socket from here on and close it after the response, whatever the client still sends. */
function answer(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

const tokenWithinMilliseconds = 5_000;
/** Browsers limit timers of hidden tabs to one per minute, so this is more than two missed heartbeats. */
const silenceMilliseconds = 150_000;
const mostMessages = 20;
const messageSpanMilliseconds = 10_000;

type Authenticate = (token: string) => Promise<Caller>;
/** False if the user already has too many connections. */
type Enter = (connection: Connection, caller: Caller) => boolean;

/** A tab's connection. Its user is that of the latest token. */
class Connection {
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
