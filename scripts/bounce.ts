import './bounce/keep-for-later.ts';
import './check-node.ts';
import { mostReportBytes } from '#server/adapters/mail/delivery-report.ts';
import { failureText, OperatorError } from '#server/foundation/operator-messages.ts';
import { deriveServerKeys, storedServerSecret } from '#server/foundation/server-keys.ts';
import { inServerDatabase } from './bounce/in-server-database.ts';
import { takeBounce } from './bounce/take-bounce.ts';
import { readCommand } from './owner-database.ts';

async function readMessage(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Read to the end: the mail server would treat a closed pipe as a failure.
  for await (const chunk of process.stdin) {
    if (length < mostReportBytes) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}

// Run by the mail server: npm run bounce < message
const { config } = readCommand();
try {
  const message = await readMessage();
  const secret = await storedServerSecret(config.serverSecret, config.dataDirectory);
  if (secret === undefined)
    throw new OperatorError('There is no SERVER_SECRET, and no secret under DATA_DIR.');
  const keys = deriveServerKeys(secret, config.previousServerSecret);
  const verdict = await takeBounce({ keys, inDatabase: (work) => inServerDatabase(config, work) }, message);
  process.stdout.write(`${verdict}\n`);
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
}
