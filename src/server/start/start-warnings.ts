import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { OperatorPage } from '#contract/page-paths.ts';
import { isLoopback } from '../identity/fingerprint.ts';
import type { Config } from '../settings/config.ts';

type WarnedSettings = Pick<
  Config,
  | 'host'
  | 'port'
  | 'publicUrl'
  | 'production'
  | 'trustedProxies'
  | 'trustLoopback'
  | 'metricsToken'
  | 'demoMode'
  | 'payouts'
  | 'allowLocalBilling'
  | 'backups'
  | 'backupKey'
>;

/** Addresses of this machine on the network. */
export const networkAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);

/** One line for each setting that works but leaves a gap. */
export function startWarnings(config: WarnedSettings, addresses: readonly string[]): string[] {
  const usual = config.production ? productionWarnings(config) : networkWarnings(config, addresses);
  return [...usual, ...backupWarnings(config)];
}

/** In production sample texts must not be mistaken for the operator's terms. */
export function pageWarnings(
  { production }: Pick<Config, 'production'>,
  samplePages: readonly OperatorPage[],
): string[] {
  if (!production || samplePages.length === 0) return [];
  const files = samplePages.map((name) => `pages/${name}.md`).join(', ');
  return [`These pages under DATA_DIR are still sample texts: ${files}. Replace them with your own.`];
}

/** A bucket belongs to a third party, and a backup contains everything: accounts, money, unreleased music. */
function backupWarnings({ backups, backupKey }: WarnedSettings): string[] {
  if (!backups || 'folder' in backups.place) return [];
  const { endpoint } = backups.place.bucket;
  const isOpen = endpoint?.startsWith('http:') === true && !isThisMachine(endpoint);
  return [
    ...(backupKey === undefined
      ? [
          `BACKUP_KEY is empty: anyone who can read ${backups.title} can read all accounts, money and unreleased music.`,
        ]
      : []),
    ...(isOpen
      ? [
          `BACKUP_S3_ENDPOINT is ${endpoint}, not https: others on the network can change backups and, without BACKUP_KEY, read them.`,
        ]
      : []),
  ];
}

const isThisMachine = (url: string): boolean =>
  /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

function networkWarnings({ host, port }: WarnedSettings, addresses: readonly string[]): string[] {
  if (host === 'localhost' || isLoopback(host)) return [];
  const urls = listening(host, addresses).map((address) => `http://${inUrl(address)}:${port}`);
  return [
    `HOST is ${host}, so your whole network can open Earshot (${urls.join(', ') || 'no address found'}). Only HOST=127.0.0.1 keeps it on this machine.`,
  ];
}

function listening(host: string, addresses: readonly string[]): readonly string[] {
  if (host === '::') return addresses;
  return host === '0.0.0.0' ? addresses.filter((address) => isIP(address) === 4) : [host];
}

const inUrl = (address: string) => (isIP(address) === 6 ? `[${address}]` : address);

function productionWarnings({
  host,
  publicUrl,
  trustedProxies,
  trustLoopback,
  metricsToken,
  demoMode,
  payouts,
  allowLocalBilling,
}: WarnedSettings): string[] {
  const isHttps = publicUrl.startsWith('https:');
  const isLocal = isThisMachine(publicUrl);
  const isBehindProxy = isHttps || isLoopback(host);
  const warnings: readonly (readonly [applies: boolean, text: string])[] = [
    [isLocal, `PUBLIC_URL is ${publicUrl}: links in emails work on this machine only.`],
    [
      !isHttps && !isLocal,
      `PUBLIC_URL is ${publicUrl}, not https: sign-in cookies are sent without Secure, and others on the network can read passwords.`,
    ],
    [
      isBehindProxy && trustedProxies.length === 0,
      'TRUSTED_PROXIES is empty: behind a reverse proxy, all users count as one sender and lock each other out.',
    ],
    [
      trustLoopback,
      `TRUST_LOOPBACK is on: requests from this machine have no limits by sender${metricsToken === undefined ? ' and can read /metrics' : ''}. A proxy on this machine that does not add X-Forwarded-For extends this to everyone.`,
    ],
    [
      payouts.methods.length === 0,
      'PAYOUT_METHODS is empty: listeners can request payouts, but nothing can be sent to them.',
    ],
    [
      payouts.methods.includes('local'),
      'PAYOUT_METHODS is local: payouts are marked as paid, and no money moves.',
    ],
    [
      allowLocalBilling,
      'ALLOW_LOCAL_BILLING is on: everyone can give themselves every plan for free with the test checkout.',
    ],
    [demoMode, 'DEMO_MODE is on: the landing page shows the investor demo. DEMO_MODE=off removes it.'],
  ];
  return warnings.flatMap(([applies, text]) => (applies ? [text] : []));
}
