import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../docs');

/** Maps the samples' addresses to this machine. Linux answers at every address of 127.0.0.0/8. */
export interface Network {
  /** The first three numbers of an IP address that no other run uses. */
  readonly prefix: string;
}

export const aNetwork = (): Network => ({
  prefix: `127.${10 + Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 250)}`,
});

/** Machine 21 is 10.0.0.21 in the samples. */
export const addressIn = ({ prefix }: Network, machine: number): string => `${prefix}.${machine}`;

/** The machine number of HAProxy and pgbouncer, which have 127.0.0.1 in the samples. */
const ofProxies = 30;
export const proxyAddress = (network: Network): string => addressIn(network, ofProxies);

/** The text of a sample in `docs/`, with this run's addresses. */
export async function readSample(file: string, network: Network): Promise<string> {
  const text = await readFile(join(folder, file), 'utf8');
  return text
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll(/\b127\.0\.0\.1\b/g, proxyAddress(network))
    .replaceAll(/\b10\.0\.0\.(\d+)\b/g, `${network.prefix}.$1`);
}

/** Replaces the value in a line `key: value` or `key = value`. @throws if the sample has no such line */
export function withValue(text: string, key: string, value: string): string {
  const line = new RegExp(`^(\\s*${key}\\s*[:=] ).*$`, 'm');
  if (!line.test(text)) throw new Error(`The sample has no line for ${key}.`);
  return text.replace(line, `$1${value}`);
}
