import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const unit = readFileSync(join(root, 'docs/earshot.service'), 'utf8');
const setTo = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

test('the service starts what npm start starts, and restarts however long its database is down', () => {
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  expect(setTo('ExecStart')).toBe(`/usr/bin/${scripts.start} --env-file /etc/earshot.env`);
  for (const file of scripts.start.split(' ').slice(2)) expect(existsSync(join(root, file))).toBe(true);
  expect(setTo('Restart')).toBe('on-failure');
  expect(Number(setTo('RestartSec'))).toBeGreaterThanOrEqual(5);
  expect(setTo('StartLimitIntervalSec')).toBe('0');
  // Otherwise a stop ends the embedded database at once, and every running request with it.
  expect(setTo('KillMode')).toBe('mixed');
});

test('the service reads its settings as the commands do', () => {
  expect(unit).not.toMatch(/^Environment/m);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!hasSystemd)('systemd accepts the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-unit-'));
  try {
    // The checkout and the user are not there on this machine.
    const file = join(folder, 'earshot.service');
    const here = unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true').replace(/^User=.*\n/m, '');
    writeFileSync(file, here);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
