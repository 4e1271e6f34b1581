import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefreshCookie } from '../foundation/handlers.ts';
import { refuse } from '../foundation/refusals.ts';
import { signUpProofSeconds } from '../identity/sign-up.ts';
import type { Config } from '../settings/config.ts';

const ninetyDaysInSeconds = 90 * 24 * 3600;
/** The longest lifetime that browsers allow. */
const deviceDaysInSeconds = 400 * 24 * 3600;
const markForm = /^[\w-]{22}$/;

/**
 * The cookies of the refresh token, the device mark and, for an hour after a sign-up, its proof. With https their names
 * bind them to this host; with plain http they cannot be Secure, since browsers would reject them.
 */
export function refreshCookies({ publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>) {
  const isOwn = (request: FastifyRequest) => isOfOwnPage(request, publicUrl, !production);
  const secure = publicUrl.startsWith('https:');
  const [name, deviceName, signUpName] = secure
    ? ['__Host-rt', '__Host-device', '__Host-signup']
    : ['rt', 'device', 'signup'];
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  return (request: FastifyRequest, reply: FastifyReply): RefreshCookie => {
    const carried = cookieOf(request, deviceName) ?? '';
    const deviceMark = markForm.test(carried) ? carried : undefined;
    const keptMark = deviceMark ?? randomBytes(16).toString('base64url');
    const deviceCookie = `${deviceName}=${keptMark}; Max-Age=${deviceDaysInSeconds}; ${attributes}`;
    return {
      deviceMark,
      keptMark,
      read: () => {
        if (!isOwn(request)) refuse('access_denied');
        return cookieOf(request, name);
      },
      readForLink: () => cookieOf(request, name),
      set: (token) => {
        reply.header('set-cookie', [
          `${name}=${token}; Max-Age=${ninetyDaysInSeconds}; ${attributes}`,
          deviceCookie,
        ]);
      },
      keepMark: () => {
        reply.header('set-cookie', deviceCookie);
      },
      clear: () => {
        reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
      },
      readSignUpProof: () => (isOwn(request) ? cookieOf(request, signUpName) : undefined),
      setSignUpProof: (proof) => {
        if (!isOwn(request)) return;
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

/**
 * Browsers send the origin of a request in Sec-Fetch-Site, older ones in Origin. Outside production the machine may be
 * reached by other names than the public address; a proxy's header never names them.
 */
function isOfOwnPage({ headers }: FastifyRequest, publicUrl: string, allowOwnHost: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (origin === new URL(publicUrl).origin) return true;
  return allowOwnHost && new URL(origin).host === headers.host;
}
