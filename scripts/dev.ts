import './check-node.ts';
import { spawn } from 'node:child_process';

/** The server, started again at every change of its sources, and Vite's server for the web in front of it. */
const port = process.env.PORT ?? '3000';
const webPort = '5173';
// Links in mails, and the way back from a checkout, have to lead to where the web is.
const env = { ...process.env, PORT: port, PUBLIC_URL: `http://localhost:${webPort}` };
const programs = [
  spawn(
    process.execPath,
    ['--watch-path=src/server', '--watch-path=src/contract', 'src/server/main.ts', '--without-web'],
    { stdio: 'inherit', env },
  ),
  spawn('vite', ['--port', webPort, '--strictPort'], {
    stdio: 'inherit',
    env,
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
