import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signUpProofSeconds } from '../accounts/sign-up/sign-up-proof.ts';
import type { RefreshCookie } from '../handlers.ts';
import { refuse } from '../refusals.ts';

const ninetyDaysInSeconds = 90 * 24 * 3600;
/** The longest lifetime that browsers allow. */
const deviceDaysInSeconds = 400 * 24 * 3600;
const markForm = /^[\w-]{22}$/;

/**
 * The cookies of the refresh token, the device mark and, for an hour after a sign-up, its proof. With https their names
 * bind them to this host; with plain http they cannot be Secure, since browsers would reject them.
 */
export function refreshCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const [name, deviceName, signUpName] = secure
    ? ['__Host-rt', '__Host-device', '__Host-signup']
    : ['rt', 'device', 'signup'];
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  return (request: FastifyRequest, reply: FastifyReply): RefreshCookie => {
    const carried = cookieOf(request, deviceName) ?? '';
    const deviceMark = markForm.test(carried) ? carried : undefined;
    const keptMark = deviceMark ?? randomBytes(16).toString('base64url');
    return {
      deviceMark,
      keptMark,
      read: () => {
        refuseCrossSite(request, publicUrl);
        return cookieOf(request, name);
      },
      set: (token) => {
        reply.header('set-cookie', [
          `${name}=${token}; Max-Age=${ninetyDaysInSeconds}; ${attributes}`,
          `${deviceName}=${keptMark}; Max-Age=${deviceDaysInSeconds}; ${attributes}`,
        ]);
      },
      clear: () => {
        reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
      },
      readSignUpProof: () => (isOfOwnPage(request, publicUrl) ? cookieOf(request, signUpName) : undefined),
      setSignUpProof: (proof) => {
        if (!isOfOwnPage(request, publicUrl)) return;
        reply.header('set-cookie', `${signUpName}=${proof}; Max-Age=${signUpProofSeconds}; ${attributes}`);
      },
      clearSignUpProof: () => {
        reply.header('set-cookie', `${signUpName}=; Max-Age=0; ${attributes}`);
      },
    };
  };
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Only requests of our own pages may use the cookie. */
function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  if (!isOfOwnPage(request, publicUrl)) refuse('access_denied');
}

/** Browsers send the origin of a request in Sec-Fetch-Site, older ones in Origin. */
function isOfOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const origin = request.headers.origin;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return [new URL(publicUrl).host, request.host].includes(new URL(origin).host);
}
