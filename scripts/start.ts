import './check-node.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { outliveOutput } from '#server/settings/load-settings.ts';
import { isWebBuilt } from './build-web.ts';

outliveOutput();
if (!(await isWebBuilt())) await buildElsewhere();
await import('#server/main.ts');

/** Builds in a separate process: the bundler's memory, more than 500 MB, would never be released. */
async function buildElsewhere(): Promise<void> {
  const build = spawn(process.execPath, [join(import.meta.dirname, 'build-web.ts')], { stdio: 'inherit' });
  const stop = () => build.kill();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const [code] = await once(build, 'exit');
  process.off('SIGTERM', stop);
  process.off('SIGINT', stop);
  if (code !== 0) process.exit(1);
}
