import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../refusals.ts';
import type { RefreshCookie } from './handlers.ts';

const ninetyDaysInSeconds = 90 * 24 * 3600;

/**
 * The cookie that carries the refresh token. With https it is bound to this host by its name; with plain http it cannot
 * be Secure, since browsers then refuse it.
 */
export function refreshCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-rt' : 'rt';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  return (request: FastifyRequest, reply: FastifyReply): RefreshCookie => ({
    read: () => {
      refuseCrossSite(request, publicUrl);
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    },
    set: (token) => {
      reply.header('set-cookie', `${name}=${token}; Max-Age=${ninetyDaysInSeconds}; ${attributes}`);
    },
    clear: () => {
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
    },
  });
}

/** The cookie counts only for requests of our own pages: browsers say so in Sec-Fetch-Site, older ones in Origin. */
function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') refuse('access_denied');
    return;
  }
  const origin = request.headers.origin;
  if (origin === undefined) refuse('access_denied');
  const ownHosts = [new URL(publicUrl).host, request.host];
  if (!URL.canParse(origin) || !ownHosts.includes(new URL(origin).host)) refuse('access_denied');
}
