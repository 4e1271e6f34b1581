import './check-node.ts';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { readableLine } from './readable-log.ts';

/** Runs the server, restarted on every change of its sources, with Vite's web server in front of it. */
const port = process.env.PORT ?? '3000';
const webPort = '5173';
// Links in emails and the return from a checkout must lead to Vite's server.
const env = { ...process.env, PORT: port, PUBLIC_URL: `http://localhost:${webPort}` };
// `--inspect`, `--inspect-brk` and `--inspect=9230` attach the debugger to the server.
const inspect = process.argv.slice(2).filter((word) => word.startsWith('--inspect'));
const watch = ['--watch-path=src/server', '--watch-path=src/contract'];
const server = spawn(process.execPath, [...inspect, ...watch, 'src/server/main.ts', '--without-web'], {
  stdio: ['inherit', 'pipe', 'inherit'],
  env,
});
createInterface({ input: server.stdout }).on('line', (line) => {
  process.stdout.write(`${readableLine(line)}\n`);
});
const web = spawn('vite', ['--port', webPort, '--strictPort'], {
  stdio: 'inherit',
  env,
  shell: process.platform === 'win32',
});
const programs = [server, web];

const stopAll = () => {
  for (const program of programs) program.kill('SIGTERM');
};
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
for (const program of programs) {
  program.on('exit', (code) => {
    stopAll();
    process.exitCode ??= code ?? 0;
  });
}
