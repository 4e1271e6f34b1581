import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Client } from '../foundation/caller.ts';
import { isLoopback } from '../identity/fingerprint.ts';
import type { Config } from '../settings/config.ts';
import { payoutNoticePath, webhookPath } from './signed-notices.ts';

/** Reads where a request comes from. */
export interface RequestSource {
  readonly clientOf: (request: FastifyRequest) => Client;
  /** True if the request was made on this machine, as far as sockets and trusted proxies can tell. */
  readonly isOwnMachine: (request: FastifyRequest) => boolean;
  /** True if the request may read without a token what only this machine's own tools may. */
  readonly isLocalTool: (request: FastifyRequest) => boolean;
  /** True if the connection comes from an address in TRUSTED_PROXIES. */
  readonly isFromTrustedProxy: (request: FastifyRequest) => boolean;
}

/** True if a proxy has added one of its headers. A browser or curl on this machine sends none of them. */
export const wasForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some(
    (name) =>
      name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'via' || name === 'x-real-ip',
  );

/** The other end of a connection. */
interface Peer {
  readonly address: string;
  readonly isLoopback: boolean;
  readonly isTrustedProxy: boolean;
}

export function requestSource({
  trustedProxies,
  trustLoopback,
}: Pick<Config, 'trustedProxies' | 'trustLoopback'>): RequestSource {
  const proxies = listOf(trustedProxies);
  // Cached per connection, because parsing the address for each request is surprisingly slow.
  const peers = new WeakMap<Socket, Peer>();
  const peerOf = ({ raw: { socket } }: FastifyRequest): Peer => {
    const known = peers.get(socket);
    if (known) return known;
    const address = socket.remoteAddress ?? '';
    const peer = {
      address,
      isLoopback: isLoopback(address),
      isTrustedProxy: contains(proxies, address),
    };
    peers.set(socket, peer);
    return peer;
  };
  const isFromTrustedProxy = (request: FastifyRequest) => peerOf(request).isTrustedProxy;
  const isFromLoopback = (request: FastifyRequest) => {
    const peer = peerOf(request);
    return request.ip === peer.address ? peer.isLoopback : isLoopback(request.ip);
  };

  // A proxy on this machine makes every peer loopback. If it is trusted, its header names the real client; if not, any
  // forwarding header shows that another machine may be behind it.
  const isOwnMachine = (request: FastifyRequest) => {
    if (!peerOf(request).isLoopback) return false;
    if (!isFromTrustedProxy(request)) return !wasForwarded(request);
    return request.headers['x-forwarded-for'] !== undefined && isFromLoopback(request);
  };

  // Sender limits exempt loopback. In production a proxy without headers would exempt everyone, so loopback counts as
  // one unknown sender there.
  const addressOf = (request: FastifyRequest) =>
    isFromLoopback(request) && (!trustLoopback || wasForwarded(request)) ? 'unknown' : request.ip;

  return {
    clientOf: (request) => ({
      address: addressOf(request),
      device: (request.headers['user-agent'] ?? '').slice(0, 200),
      isOwnMachine: isOwnMachine(request),
    }),
    isOwnMachine,
    isLocalTool: (request) => trustLoopback && !wasForwarded(request) && isOwnMachine(request),
    isFromTrustedProxy,
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const contains = (list: BlockList, address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** Requests that reach the server directly, past the proxy: health checks, scrapers and billing notices. */
const askedDirectly = new Set(['/health', '/metrics', webhookPath, payoutNoticePath]);

/** Logs each mismatch between a proxy and TRUSTED_PROXIES once: all the proxy's users would count as one sender. */
export function watchProxies(
  app: FastifyInstance,
  { isFromTrustedProxy }: Pick<RequestSource, 'isFromTrustedProxy'>,
): void {
  const logged = new Set<string>();
  app.addHook('onRequest', (request, _reply, done) => {
    const once = (text: string) => {
      if (logged.has(text)) return;
      logged.add(text);
      request.log.warn(text);
    };
    const isTrusted = isFromTrustedProxy(request);
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    if (isTrusted && !isForwarded && !askedDirectly.has(request.routeOptions.url ?? ''))
      once('a request from TRUSTED_PROXIES has no X-Forwarded-For header, so its client is unknown');
    if (!isTrusted && wasForwarded(request) && isLoopback(request.raw.socket.remoteAddress ?? ''))
      once('a proxy on this machine is not in TRUSTED_PROXIES, so all its users count as one sender');
    done();
  });
}
