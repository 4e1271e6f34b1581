import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programPath } from './packages.ts';

const run = (program: string, parameters: readonly string[]) =>
  spawn(program, parameters, { stdio: 'inherit', env: { ...process.env, PATH: programPath } });

export async function startNginx(configuration: string, folder: string): Promise<ChildProcess> {
  const file = join(folder, 'nginx.conf');
  const whole = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {} http { access_log off; ${configuration} }`;
  await writeFile(file, whole);
  return run('nginx', ['-p', folder, '-c', file]);
}

export async function startHaproxy(configuration: string, folder: string): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  return run('haproxy', ['-q', '-db', '-f', file]);
}

/** The sample without TLS, for this port and these nodes. */
export function adapted(sample: string, port: number, nodes: readonly number[]): string {
  let node = 0;
  return sample
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replaceAll(/^\s*(ssl_certificate\w*|http-request redirect) .*$/gm, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/bind :80\n\s*bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replaceAll(
      /\b(?:10\.0\.0\.\d+|127\.0\.0\.1):3000\b/g,
      () => `127.0.0.1:${nodes[node++ % nodes.length]}`,
    );
}
