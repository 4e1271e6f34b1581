import { isIP } from 'node:net';
import { z } from 'zod';
import { isLoopback } from '#server/identity/fingerprint.ts';
import type { Config } from '#server/settings/config.ts';
import { networkAddresses } from '#server/start/start-warnings.ts';
import { type Finding, green, reasonOf, red, yellow } from './finding.ts';

type AddressSettings = Pick<Config, 'host' | 'port' | 'publicUrl' | 'trustedProxies'>;

const answerMilliseconds = 5_000;
const Health = z.object({ code: z.literal([200, 503]), domain: z.string(), status: z.string() });

/** Checks what answers at Earshot's own port and at its public URL. */
export async function checkAddress(config: AddressSettings): Promise<Finding[]> {
  const { host, port, publicUrl } = config;
  const local = await ask(`http://${forUrl(reachable(host))}:${port}`);
  const listening = localFinding(config, local);
  if (listening.light !== 'green') return [listening, ...openBesideProxy(config)];
  const isLocalOnly = isLoopback(new URL(publicUrl).hostname) || new URL(publicUrl).hostname === 'localhost';
  return [
    listening,
    ...openBesideProxy(config),
    ...(isLocalOnly ? [] : [publicFinding(publicUrl, await ask(publicUrl))]),
  ];
}

interface Answer {
  readonly health?: z.output<typeof Health> | undefined;
  /** True if the connection was refused. */
  readonly isRefused?: boolean;
  readonly problem?: string;
}

async function ask(origin: string): Promise<Answer> {
  try {
    const response = await fetch(new URL('/health', origin), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    const body: unknown = await response.json().catch(() => undefined);
    const health = Health.safeParse(body).data;
    return health ? { health } : { problem: `it returns ${response.status} and is not Earshot` };
  } catch (error) {
    const reason = reasonOf(error);
    return { isRefused: reason.includes('ECONNREFUSED'), problem: reason };
  }
}

function localFinding({ host, port }: AddressSettings, { health, isRefused, problem }: Answer): Finding {
  const place = `${forUrl(host)}:${port}`;
  if (health?.code === 200) return green('address', `Earshot listens on ${place} and is healthy.`);
  if (health) return red('address', `Earshot listens on ${place}, but its database does not respond.`);
  if (isRefused)
    return yellow('address', `Nothing listens on ${place}.`, 'Start Earshot, then run the doctor again.');
  if (problem === 'bad port') {
    const text = `Browsers refuse to open port ${port}.`;
    return yellow('address', text, 'Set PORT to another one, or use it only behind a proxy.');
  }
  const cure = 'Stop the other program, or set PORT to another one.';
  return red('address', `Another program listens on ${place}: ${problem}.`, cure);
}

/** Warns if other machines can bypass a proxy that runs on this one. */
function openBesideProxy({ host, port, trustedProxies }: AddressSettings): Finding[] {
  const isProxyHere = trustedProxies.length > 0 && trustedProxies.every((one) => isLoopback(one));
  const isWide = host === '0.0.0.0' || host === '::';
  const [address] = networkAddresses();
  if (!isProxyHere || !isWide || address === undefined) return [];
  const text = `Other machines can bypass the proxy at http://${forUrl(address)}:${port}.`;
  return [yellow('address', text, 'Set HOST=127.0.0.1: the proxy runs on this machine.')];
}

function publicFinding(publicUrl: string, { health, problem }: Answer): Finding {
  if (health?.code === 200 && health.domain === new URL(publicUrl).host) {
    return green('address', `${publicUrl} leads here.`);
  }
  if (health) {
    return red(
      'address',
      `${publicUrl} leads to the Earshot at ${health.domain} (${health.status}).`,
      'Check the proxy.',
    );
  }
  const text = `${publicUrl} cannot be opened from this machine: ${problem}.`;
  return yellow(
    'address',
    text,
    'Try another machine. If that fails too, check the domain, its certificate and the proxy.',
  );
}

const reachable = (host: string) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host;
const forUrl = (host: string) => (isIP(host) === 6 ? `[${host}]` : host);
