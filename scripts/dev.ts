import './check-node.ts';
import { spawn } from 'node:child_process';

/** The server, started again at every change of its sources, and Vite's server for the web in front of it. */
const port = process.env.PORT ?? '3000';
const programs = [
  spawn(
    process.execPath,
    ['--watch-path=src/server', '--watch-path=src/contract', 'src/server/main.ts', '--without-web'],
    {
      stdio: 'inherit',
      env: { ...process.env, PORT: port },
    },
  ),
  spawn('vite', ['--port', '5173', '--strictPort'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: port },
    shell: process.platform === 'win32',
  }),
];

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
