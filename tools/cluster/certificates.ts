import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { giveTo, unprivilegedUser } from './unprivileged.ts';

const script = join(import.meta.dirname, '../../docs/cluster/make-certificates.sh');
/** Patroni answers a switchover only when another database leads. */
const changeMilliseconds = 60_000;
const readMilliseconds = 2_000;

export interface Answer {
  readonly isOk: boolean;
  readonly text: string;
}

/** The certificates of one cluster's machines. */
export interface Certificates {
  /** The certificate of the authority that signed them. */
  readonly authority: string;
  /** A sample's text with the files of the machine at this address. */
  inSample(sample: string, address: string): string;
  /**
   * Sends a request to a machine.
   * @param as the address of the machine that asks and shows its certificate; without it, none is shown
   * @throws if the machine does not answer within two seconds, or within a minute where it has to change something
   */
  ask(url: string, options?: { as?: string; method?: string; body?: string }): Promise<Answer>;
}

/** Runs `docs/cluster/make-certificates.sh` for these machines. `proxies` is the address that stands for 127.0.0.1. */
export async function makeCertificates(
  folder: string,
  addresses: readonly string[],
  proxies: string,
): Promise<Certificates> {
  const made = join(folder, 'certificates');
  const sample = await readFile(script, 'utf8');
  // The proxies that cut a machine off are at 127.0.0.1, so that stays.
  const adapted = sample.replace('IP:127.0.0.1', `IP:127.0.0.1, IP:${proxies}`);
  await promisify(execFile)('sh', ['-c', adapted, 'sh', made, ...addresses]);
  await chmod(made, 0o755);
  const user = await unprivilegedUser();
  for (const address of addresses) await giveTo(user, join(made, `${address}.key`));
  const authority = join(made, 'ca.crt');
  const ca = await readFile(authority);
  const shownBy = async (address: string) => ({
    cert: await readFile(join(made, `${address}.crt`)),
    key: await readFile(join(made, `${address}.key`)),
  });
  return {
    authority,
    inSample: (sample, address) =>
      sample
        .replaceAll('/etc/earshot-cluster/machine', join(made, address))
        .replaceAll('/etc/earshot-cluster/ca.crt', authority),
    ask: async (url, { as, method = 'GET', body } = {}) => {
      const shown = as === undefined ? {} : await shownBy(as);
      const signal = AbortSignal.timeout(method === 'GET' ? readMilliseconds : changeMilliseconds);
      return new Promise((resolve, reject) => {
        const sent = request(url, { method, ca, ...shown, signal, agent: false }, (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (part) => {
            text += part;
          });
          answer.on('end', () => {
            const { statusCode = 0 } = answer;
            resolve({ isOk: statusCode >= 200 && statusCode < 300, text });
          });
          answer.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(body);
      });
    },
  };
}
