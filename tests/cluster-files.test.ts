import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const docs = join(import.meta.dirname, '../docs');
const isThere = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;

test.skipIf(!isThere('haproxy', '-v') || !isThere('openssl', 'version'))(
  'HAProxy accepts the samples for the database and for the nodes in one file',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-haproxy-'));
    try {
      const address = '10.0.0.11';
      const made = spawnSync('sh', [join(docs, 'cluster/make-certificates.sh'), folder, address]);
      expect(made.status).toBe(0);
      const both = ['cluster/haproxy-database.cfg', 'proxies/haproxy-nodes.cfg'].map((file) =>
        readFileSync(join(docs, file), 'utf8'),
      );
      const pem = [`${address}.crt`, `${address}.key`].map((file) =>
        readFileSync(join(folder, file), 'utf8'),
      );
      writeFileSync(join(folder, 'earshot.pem'), pem.join(''));
      const configuration = `global\n  daemon\n\n${both.join('\n')}`
        .replaceAll('/etc/earshot-cluster/ca.crt', join(folder, 'ca.crt'))
        .replaceAll('/etc/haproxy/earshot.pem', join(folder, 'earshot.pem'));
      writeFileSync(join(folder, 'haproxy.cfg'), configuration);
      const checked = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8' });
      expect(checked).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Configuration file is valid'),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test.skipIf(!isThere('keepalived', '--version'))('keepalived accepts its sample', () => {
  const file = join(docs, 'cluster/keepalived.conf');
  const { status, stdout, stderr } = spawnSync('keepalived', ['-t', '-f', file], { encoding: 'utf8' });
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
});
