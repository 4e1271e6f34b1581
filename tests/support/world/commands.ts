import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';

const root = join(import.meta.dirname, '../../..');

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a command of the operator with only these settings in its environment.
 * @param folder another checkout of the product, instead of this one
 */
export const runCommand = (
  name: 'admin' | 'audit' | 'backup' | 'bounce' | 'doctor' | 'restore' | 'seed',
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  input?: Uint8Array,
  folder = root,
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--', `scripts/${name}.ts`, ...words],
      { cwd: folder, env: { ...childEnvironment, ...settings } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
    if (input) child.stdin?.end(input);
  });
