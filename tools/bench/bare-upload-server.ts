import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

// A lower bound for receiving a file: pipes the body to the disk and syncs it, with no authentication or checks.
const folder = process.argv[2] ?? '';
const server = createServer((request, response) => {
  pipeline(request, createWriteStream(join(folder, randomUUID()), { flush: true }))
    .then(() => response.end())
    .catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
process.on('disconnect', () => process.exit());
