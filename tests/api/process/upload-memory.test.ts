import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, '..', '..', '..', 'tools', 'bench', 'uploads.ts');

/** The six files have 300 MiB: holding them cannot pass. A busy machine collects its garbage late; the benchmark is strict. */
const generousMegabytes = '150';

test.runIf(process.platform === 'linux')(
  'six simultaneous uploads of 50 MiB, some of them resumed, are not held in memory',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      script,
      '--most',
      generousMegabytes,
      '--rounds',
      '1',
    ]);
    expect(stdout).toContain('answered 200, 200, 200, 200, 200, 200');
  },
  300_000,
);
