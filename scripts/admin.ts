import './check-node.ts';
import { grantRole, UnknownAccount } from '#server/accounts/grant-role.ts';
import { setSecondAdmin } from '#server/books/set-second-admin.ts';
import { type CommandContext, withOwnerDatabase } from './owner-database.ts';

const usage = `Usage: npm run admin -- grant EMAIL
       npm run admin -- revoke EMAIL
       npm run admin -- second-admin payouts|corrections DOLLARS|off
`;

const [act = '', ...words] = process.argv.slice(2);
const command = commandOf(act, words);
if (!command) {
  process.stderr.write(usage);
  process.exit(2);
}
await withOwnerDatabase(command);

function commandOf(
  name: string,
  [first = '', second = '']: readonly string[],
): ((context: CommandContext) => Promise<void>) | undefined {
  if ((name === 'grant' || name === 'revoke') && first) return (context) => changeRole(context, name, first);
  if (name !== 'second-admin' || (first !== 'payouts' && first !== 'corrections')) return undefined;
  const isAmount = /^[1-9]\d{0,5}$/.test(second);
  if (!isAmount && second !== 'off') return undefined;
  return async ({ owner, clock }) => {
    await setSecondAdmin({ ownerDatabase: owner, clock }, first, isAmount ? Number(second) * 100 : null);
    say(
      isAmount
        ? `A second admin is needed once one admin's ${first} within 24 hours pass $${second}.00.`
        : `One admin is enough for ${first}.`,
    );
  };
}

async function changeRole({ owner, clock }: CommandContext, name: 'grant' | 'revoke', email: string) {
  try {
    await grantRole({ ownerDatabase: owner, clock }, email, name === 'grant' ? 'admin' : 'user');
    say(`${email} is ${name === 'grant' ? 'an admin now' : 'no admin any more'}.`);
  } catch (error) {
    if (!(error instanceof UnknownAccount)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
