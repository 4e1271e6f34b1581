import './check-node.ts';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { overwriteFingerprint } from '#server/adapters/database/secret-fingerprint.ts';
import { OperatorError } from '#server/foundation/operator-messages.ts';
import { deriveServerKeys, storedServerSecret } from '#server/foundation/server-keys.ts';
import { grantRole, UnknownAccount } from '#server/identity/admin-role.ts';
import { setSecondAdmin } from '#server/money/books/set-second-admin.ts';
import { receiveTaxDetails } from '#server/money/payout-transfers/tax-details.ts';
import { type CommandContext, readCommand, withOwnerDatabase } from './owner-database.ts';

const usage = `Usage: npm run admin -- grant EMAIL
       npm run admin -- revoke EMAIL
       npm run admin -- second-admin payouts|corrections DOLLARS|off
       npm run admin -- tax-details EMAIL [YEAR]
       npm run admin -- accept-secret
       npm run admin -- sql "SELECT ..."     reads from the database, one line of JSON per row
`;

const { words, config } = readCommand();
const [act = '', ...details] = words;
const command = commandOf(act, details);
if (!command) {
  process.stderr.write(usage);
  process.exit(2);
}
await withOwnerDatabase(config, command);

function commandOf(
  name: string,
  [first = '', second = '']: readonly string[],
): ((context: CommandContext) => Promise<void>) | undefined {
  if ((name === 'grant' || name === 'revoke') && first) return (context) => changeRole(context, name, first);
  if (name === 'accept-secret') return acceptSecret;
  if (name === 'sql' && first) return (context) => readRows(context, first);
  if (name === 'tax-details' && first && /^(20[2-9]\d)?$/.test(second)) {
    return (context) => noteTaxDetails(context, first, second);
  }
  if (name !== 'second-admin' || (first !== 'payouts' && first !== 'corrections')) return undefined;
  const isAmount = /^[1-9]\d{0,5}$/.test(second);
  if (!isAmount && second !== 'off') return undefined;
  return async ({ owner, clock }) => {
    await setSecondAdmin({ ownerDatabase: owner, clock }, first, isAmount ? Number(second) * 100 : null);
    say(
      isAmount
        ? `A second admin is needed once one admin's ${first} within 24 hours exceed $${second}.00.`
        : `One admin is enough for ${first}.`,
    );
  };
}

/** Runs one statement in a read-only transaction, because the embedded PostgreSQL has no psql. */
async function readRows({ ownerAddress }: CommandContext, statement: string): Promise<void> {
  const client = new Client(clientConfig(ownerAddress, 'earshot_owner', ['timezone=UTC']));
  await client.connect();
  try {
    await client.query('begin read only');
    // A prepared statement is one statement only, so no second one can leave the transaction.
    const { rows } = await client.query({ name: 'statement', text: statement });
    for (const row of rows) say(JSON.stringify(row));
  } catch (error) {
    if (error instanceof DatabaseError)
      throw new OperatorError(`PostgreSQL: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await client.end();
  }
}

/** Accepts a new secret after the former one was lost. What the lost one encrypted stays unreadable. */
async function acceptSecret({ config: { serverSecret, dataDirectory }, database }: CommandContext) {
  const secret = await storedServerSecret(serverSecret, dataDirectory);
  // Creating a secret here would lock out every running server, for example with a wrong DATA_DIR.
  if (secret === undefined) {
    throw new OperatorError(
      `There is no SERVER_SECRET and no ${join(dataDirectory, 'server-secret')}. Set SERVER_SECRET to the secret to accept, or correct DATA_DIR.`,
    );
  }
  const { fingerprint } = deriveServerKeys(secret);
  await overwriteFingerprint(database, fingerprint);
  say(
    'Earshot now accepts this secret. All users have to sign in again; those with two-factor authentication need a recovery code.',
  );
  say('Start new seals for the ledger: npm run audit -- --new-seals "secret lost".');
}

/** Records only that the operator has the details, not the details themselves. */
async function noteTaxDetails({ owner, clock }: CommandContext, email: string, typed: string) {
  const year = typed === '' ? clock.now().getUTCFullYear() : Number(typed);
  const isKnown = await receiveTaxDetails({ ownerDatabase: owner, clock }, email, year);
  if (!isKnown) throw new OperatorError(`No account has the address ${email}.`);
  say(`Payouts of ${email} no longer wait for tax details in ${year}.`);
}

async function changeRole({ owner, clock }: CommandContext, name: 'grant' | 'revoke', email: string) {
  try {
    await grantRole({ ownerDatabase: owner, clock }, email, name === 'grant' ? 'admin' : 'user');
    say(`${email} is ${name === 'grant' ? 'an admin now' : 'no longer an admin'}.`);
  } catch (error) {
    if (!(error instanceof UnknownAccount)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
