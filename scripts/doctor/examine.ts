import type { StripeServer } from '#server/adapters/payments/stripe-client.ts';
import type { FreeSpace } from '#server/adapters/storage/object-storage.ts';
import type { Config } from '#server/settings/config.ts';
import { checkAddress } from './check-address.ts';
import { checkBackupPlace } from './check-backup-place.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkMail } from './check-mail.ts';
import { checkPages } from './check-pages.ts';
import { checkStorage } from './check-storage.ts';
import { checkStripe } from './check-stripe.ts';
import { type Finding, reasonOf, red } from './finding.ts';

export interface ExamineOptions {
  /** Recipient of a test email; none is sent if not given. */
  readonly mailTo?: string | undefined;
  /** For tests: where Stripe is. */
  readonly stripeServer?: StripeServer;
  /** For tests: the free space on the volume. */
  readonly spaceOf?: (folder: string) => Promise<FreeSpace>;
  /** For tests only: accepts a database that a crash may destroy. */
  readonly throwAway?: boolean;
}

/** Checks everything that Earshot depends on. Changes nothing except temporary objects and the test email. */
export async function examine(config: Config, options: ExamineOptions = {}): Promise<readonly Finding[]> {
  const { mailTo, stripeServer, spaceOf, throwAway } = options;
  const checks: readonly Promise<Finding | readonly Finding[]>[] = [
    checkDatabase(config, throwAway),
    checkDisk(config, spaceOf),
    checkStorage(config),
    checkBackupPlace(config),
    checkMail(config, mailTo),
    checkStripe(config, stripeServer),
    checkAddress(config),
    checkPages(config),
  ];
  // An unexpected failure of one check must not hide the findings of the others.
  const settled = await Promise.all(
    checks.map((check) =>
      check.catch((error: unknown) => red('doctor', `A check failed unexpectedly: ${reasonOf(error)}`)),
    ),
  );
  return settled.flat();
}
