import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface HttpProxy {
  close(): Promise<void>;
}

/**
 * A proxy before several servers, as simple as may be: each request, also of one connection, goes to the next server that
 * takes a connection. What breaks on the way is not tried again, but broken to the client, too.
 */
export async function startHttpProxy(port: number, servers: () => readonly string[]): Promise<HttpProxy> {
  let turn = 0;
  const open = new Set<Duplex>();
  const keep = (socket: Duplex) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  };

  const nextConnection = async (): Promise<Socket | undefined> => {
    const all = servers();
    for (let tries = 0; tries < all.length; tries += 1) {
      turn += 1;
      const server = await connectTo(all[turn % all.length] ?? '');
      if (server) return server;
    }
    return undefined;
  };

  const proxy = createServer(async (asked, answer) => {
    const server = await nextConnection();
    if (server) {
      keep(server);
      passOn(asked, answer, server);
    } else answer.writeHead(503, { 'retry-after': '1' }).end();
  });
  proxy.on('connection', keep);
  proxy.on('upgrade', async (asked: IncomingMessage, client: Duplex, head: Buffer) => {
    const server = await nextConnection();
    if (!server) {
      client.destroy();
      return;
    }
    keep(server);
    const headers = asked.rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
    server.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers}\r\n`);
    server.write(head);
    server.pipe(client).pipe(server);
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  return {
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

function passOn(asked: IncomingMessage, answer: ServerResponse, server: Socket): void {
  const { method, url, headers } = asked;
  const from = asked.socket.remoteAddress ?? '';
  const asking = request({
    createConnection: () => server,
    method,
    path: url,
    headers: { ...headers, 'x-forwarded-for': from },
  });
  asking.on('error', () => answer.destroy());
  asking.on('response', (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.on('error', () => answer.destroy());
    given.pipe(answer);
  });
  asked.on('error', () => asking.destroy());
  asked.pipe(asking);
}

const connectTo = (url: string): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => resolve(socket));
  });
