import type { Billing } from '../adapters/billing/billing.ts';
import type { WaitingClock } from '../adapters/clock/clock.ts';
import type { Database } from '../adapters/database/database.ts';
import type { MailTransport } from '../adapters/mail/mail-transport.ts';
import type { ObjectStorage } from '../adapters/object-storage/object-storage.ts';
import type { TransferProvider } from '../adapters/payout-service/payout-service.ts';
import type { SealArchive } from '../adapters/seals/disk-seals.ts';
import type { Config } from '../settings/config.ts';
import type { ServerKeys } from './server-keys.ts';

/** What use cases depend on. Created once by `main`, partly replaced by tests. */
export interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly clock: WaitingClock;
  readonly storage: ObjectStorage;
  readonly mail: MailTransport;
  readonly billing: Billing;
  /** The payout providers, one per method that this server offers. */
  readonly transferProviders: readonly TransferProvider[];
  readonly seals: SealArchive;
  readonly keys: ServerKeys;
}
