import './check-node.ts';
import { grantRole, UnknownAccount } from '#server/accounts/grant-role.ts';
import { withOwnerDatabase } from './owner-database.ts';

const [act, email] = process.argv.slice(2);
if ((act !== 'grant' && act !== 'revoke') || !email) {
  process.stderr.write('Usage: npm run admin -- grant EMAIL\n       npm run admin -- revoke EMAIL\n');
  process.exit(2);
}

const role = act === 'grant' ? 'admin' : 'user';
await withOwnerDatabase(async ({ owner, clock }) => {
  try {
    await grantRole({ ownerDatabase: owner, clock }, email, role);
    process.stdout.write(`${email} is ${role === 'admin' ? 'an admin now' : 'no admin any more'}.\n`);
  } catch (error) {
    if (!(error instanceof UnknownAccount)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
});
