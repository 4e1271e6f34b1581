import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../identity/limits/address-prefix.ts';
import { webhookPath } from './billing-route.ts';
import { payoutNoticePath } from './payout-notice-route.ts';
import { type RequestSource, wasForwarded } from './request-source.ts';

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
