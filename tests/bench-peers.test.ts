import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { untilReachable } from '../tools/bench/peer.ts';
import { startPocketBase } from '../tools/bench/peer-pocketbase.ts';

const data = { tracks: 1, artists: 1, waveform: '', page: 1 };

/** A program in place of PocketBase; `serve` is what it does as a server. */
async function aProgram({ upsertExits, serve }: { upsertExits: number; serve: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'peer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'base.mjs');
  const lines = [
    `#!${process.execPath}`,
    "import { writeFileSync } from 'node:fs';",
    "import { createServer } from 'node:http';",
    `if (process.argv[2] === 'superuser') process.exit(${upsertExits});`,
    "const port = Number(process.argv.find((arg) => arg.startsWith('--http=')).split(':')[1]);",
    serve,
  ];
  await writeFile(program, lines.join('\n'), { mode: 0o755 });
  return { program, folder };
}

test('the benchmark ends if a peer’s administrator cannot be created', async () => {
  const { program, folder } = await aProgram({ upsertExits: 3, serve: '' });
  await expect(startPocketBase({ program, folder, port: 1 }, data)).rejects.toThrow(
    'superuser upsert exited with 3',
  );
});

test('the benchmark ends if a peer exits at once', async () => {
  const { program, folder } = await aProgram({ upsertExits: 0, serve: 'process.exit(4);' });
  await expect(startPocketBase({ program, folder, port: 1 }, data)).rejects.toThrow('exited with 4');
});

test('waiting for a peer ends if the peer is gone', async () => {
  const gone = new AbortController();
  const waiting = untilReachable('http://127.0.0.1:1/', gone.signal);
  gone.abort();
  await expect(waiting).rejects.toThrow('aborted');
});

test('a peer that cannot be filled with data is stopped', async () => {
  const serve = `createServer((request, response) => {
    response.statusCode = request.url === '/api/health' ? 200 : 500;
    response.end('no');
  }).listen(port);`;
  const { program, folder } = await aProgram({ upsertExits: 0, serve });
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  await expect(startPocketBase({ program, folder, port }, data)).rejects.toThrow('returned 500');
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
});
