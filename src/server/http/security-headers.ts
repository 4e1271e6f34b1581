import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The content policy of pages. @param styles the page's own style element, allowed by its hash */
export const pagePolicy = (styles?: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styles === undefined ? '' : ` 'sha256-${createHash('sha256').update(styles).digest('base64')}'`}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
const usualPolicy = pagePolicy();

/** Makes browsers use https for this host for a year. Not for subdomains, which may belong to others. */
const httpsOnly = `max-age=${365 * 24 * 3600}`;

/** Adds the headers of every response; a route may set a stricter policy. */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const isHttps = publicUrl.startsWith('https:');
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', usualPolicy);
    if (isHttps) reply.header('strict-transport-security', httpsOnly);
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'same-origin');
    reply.header('cross-origin-opener-policy', 'same-origin');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
