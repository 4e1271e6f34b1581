import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { runSteps, type Step } from '../scripts/run-steps.ts';

const script = (code: string): Step['command'] => [process.execPath, '-e', code];
const step = (key: string, code: string, after: readonly string[] = []): Step => ({
  key,
  title: key,
  command: script(code),
  after,
});

async function outputOf(steps: readonly Step[]) {
  let output = '';
  const passed = await runSteps(steps, (text) => {
    output += text;
  });
  return { passed, output: output.replace(/\d+\.\d s/g, 'N s') };
}

const slow = "setTimeout(() => console.log('slow is done'), 300)";

test('steps run in parallel, and their output stays grouped in the order of the list', async () => {
  const { passed, output } = await outputOf([step('first', slow), step('second', "console.log('quick')")]);
  expect(passed).toBe(true);
  expect(output).toBe('\n== first\nslow is done\n== first: N s\n\n== second\nquick\n== second: N s\n');
});

test('after a failure its output is shown in full, running steps finish and no others start', async () => {
  const { passed, output } = await outputOf([
    step('beside', slow),
    step('broken', "console.log('out'); console.error('err'); process.exitCode = 3"),
    step('later', "console.log('never')", ['beside']),
  ]);
  expect(passed).toBe(false);
  expect(output).toContain('slow is done');
  expect(output).toContain('== broken: failed after N s');
  expect(output).toMatch(/out\nerr|err\nout/);
  expect(output).not.toContain('never');
  expect(output.endsWith('\nFailed: broken\n')).toBe(true);
});

test('the end of a failed step is repeated if other output followed it', async () => {
  const { output } = await outputOf([
    step('broken', "console.log('x'.repeat(9000)); console.log('the reason'); process.exitCode = 1"),
    step('beside', slow),
  ]);
  expect(output.match(/the reason/g)).toHaveLength(2);
  const [, end = ''] = output.split('\n== The end of broken\n');
  expect(end).toMatch(/^x+\nthe reason\n== broken: failed after N s\n\nFailed: broken\n$/);
  expect(end.length).toBeLessThan(7_000);
});

test('a step waits for the steps it needs', async () => {
  const { output } = await outputOf([
    step('second', 'console.log(Date.now())', ['first']),
    step('first', 'setTimeout(() => console.log(Date.now()), 200)'),
  ]);
  const [second = 0, first = 0] = (output.match(/^\d+$/gm) ?? []).map(Number);
  expect(second).toBeGreaterThan(first);
});

test.skipIf(process.platform === 'win32')('a signal ends every running step', async () => {
  const forever = JSON.stringify(script("console.log('runs', process.pid); setInterval(() => {}, 1000)"));
  const code = `import { runSteps } from './scripts/run-steps.ts';
    const passed = await runSteps([{ key: 'a', title: 'a', command: ${forever} }]);
    process.exitCode = passed ? 0 : 9;`;
  const runner = spawn(process.execPath, ['--input-type=module-typescript', '-e', code]);
  const [said] = await once(runner.stdout, 'data').then(async ([chunk]) =>
    String(chunk).includes('runs') ? [chunk] : once(runner.stdout, 'data'),
  );
  runner.kill('SIGTERM');
  expect(await once(runner, 'exit')).toEqual([9, null]);
  const pid = Number(/runs (\d+)/.exec(String(said))?.[1]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('an unknown program is a failure', async () => {
  const { passed, output } = await outputOf([
    { key: 'gone', title: 'gone', command: ['there-is-no-such-program'] },
  ]);
  expect(passed).toBe(false);
  expect(output).toContain('Failed: gone');
});
