import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { Topic } from '#contract/realtime.ts';
import { closeCodes, realtimePath } from '#contract/realtime-connection.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import type { News, NewsItem } from '../adapters/news/news.ts';
import type { Caller } from '../foundation/caller.ts';
import { Connection } from './realtime-socket.ts';

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
    return topic === 'queue' ? caller?.userType === 'listener' : caller?.isAdmin === true;
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
