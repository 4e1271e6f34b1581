import { join } from 'node:path';
import type { OperatorPage } from '#contract/page-paths.ts';
import { product } from '#contract/product.ts';
import { failureText } from './foundation/operator-messages.ts';
import { samplePages } from './foundation/operator-pages.ts';
import type { Config } from './settings/config.ts';
import { loadSettings, readServerConfig } from './settings/load-settings.ts';
import { type RunningServer, startServer } from './start/start-server.ts';
import { networkAddresses, pageWarnings, startWarnings } from './start/start-warnings.ts';

/** Starts Earshot from the environment's settings, prints its address, and stops it cleanly on a signal. */
async function main(): Promise<void> {
  const { environment, words, warnings } = loadSettings();
  const config = readServerConfig(environment);
  for (const line of warnings) say(`Warning: ${line}`);
  // In development Vite serves the web app and proxies API calls.
  const withWeb = !words.includes('--without-web');
  const webRoot = join(import.meta.dirname, '../../dist/web');
  const server = await startServer(config, { onWait: say, ...(withWeb ? { webRoot } : {}) });
  // Before the welcome is printed: a script may stop the server as soon as it reads that line.
  stopWhenAsked(server);
  say(welcome(config, server.address, await samplePages(config.dataDirectory)));
}

/** Stops once, however many signals arrive. Exits with 1 if a part did not stop cleanly. */
function stopWhenAsked(server: RunningServer): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say('Stopping.');
    const clean = await server.close().then(
      () => true,
      (error: unknown) => complain(failureText(error)),
    );
    process.exit(clean ? 0 : 1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

const asWarning = (warning: string) => `Warning: ${warning}`;

function welcome(config: Config, address: string, samples: readonly OperatorPage[]): string {
  const port = config.port || Number(new URL(address).port);
  const mails = config.smtpUrl
    ? `sent through ${new URL(config.smtpUrl).host}`
    : `written to files in ${join(config.dataDirectory, 'mail')}`;
  return [
    '',
    `${product.name} ${product.version} listens on ${address}, reached at ${config.publicUrl}`,
    ...startWarnings({ ...config, port }, networkAddresses()).map(asWarning),
    ...pageWarnings(config, samples).map(asWarning),
    `Mails:   ${mails}${config.mailboxPage ? `, shown at ${config.publicUrl}/mailbox` : ''}`,
    'Admin:   npm run admin -- grant EMAIL   (after this user has signed up)',
    'Samples: npm run seed   (in another terminal: sample artists, listeners and tracks)',
    '',
  ].join('\n');
}

const say = (text: string) => process.stdout.write(`${text}\n`);

function complain(text: string): false {
  process.stderr.write(`${text}\n`);
  return false;
}

main().catch((error: unknown) => {
  complain(failureText(error));
  process.exit(1);
});
