import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/settings/config.ts';
import { startServer } from '#server/start/start-server.ts';
import { buildWeb } from './build-web.ts';

const root = join(import.meta.dirname, '..');
const port = 3999;

export interface RunningSamples {
  readonly url: string;
  /** The sample admin's password, new each time. */
  readonly adminPassword: string;
  /** The password of the investor demo. */
  readonly demoPassword: string;
}

/** Runs a command on a temporary installation, built and filled with samples, and removes it afterwards. */
export async function withSamples(command: (running: RunningSamples) => Promise<void>): Promise<void> {
  await buildWeb();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'earshot-samples-'));
  const demoPassword = randomBytes(12).toString('base64url');
  const settings = {
    DATA_DIR: dataDirectory,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    DEMO_PASSWORD: demoPassword,
  };
  const server = await startServer(readConfig(settings), { webRoot: join(root, 'dist/web') });
  try {
    const output = execFileSync(process.execPath, ['scripts/seed.ts'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...settings },
    });
    const [, adminPassword = ''] = /has the password "([^"]+)"/.exec(output) ?? [];
    await command({ url: `http://localhost:${port}`, adminPassword, demoPassword });
  } finally {
    await server.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
