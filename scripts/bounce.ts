import './check-node.ts';
import { deriveServerKeys } from '#server/server-keys.ts';
import { storedServerSecret } from '#server/server-secret.ts';
import { OperatorError } from '#server/start/operator-error.ts';
import { takeBounce } from './bounce/take-bounce.ts';
import { readCommand, withOwnerDatabase } from './owner-database.ts';

/** Reports quote the email that they are about; more than this is none. */
const mostBytes = 5_000_000;
/** What a mail server takes as: keep the message and try again later. */
const tryAgainLater = 75;

async function readMessage(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    length += chunk.length;
    // Read to its end: the mail server would take a closed pipe for a failure.
    if (length <= mostBytes) chunks.push(chunk);
  }
  return Buffer.concat(length <= mostBytes ? chunks : []);
}

// A message comes from the mail server: npm run bounce < message
const { config } = readCommand();
const message = await readMessage();
await withOwnerDatabase(config, async ({ database, clock }) => {
  const secret = await storedServerSecret(config.serverSecret, config.dataDirectory);
  if (secret === undefined) throw new OperatorError('There is no SERVER_SECRET, and none under DATA_DIR.');
  const keys = deriveServerKeys(secret, config.previousServerSecret);
  process.stdout.write(`${await takeBounce({ database, clock, keys }, message)}\n`);
});
if (process.exitCode === 1) process.exitCode = tryAgainLater;
