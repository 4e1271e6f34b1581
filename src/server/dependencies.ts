import type { Database } from './adapters/database/database.ts';
import type { MailTransport } from './adapters/mail/mail-transport.ts';
import type { Billing } from './adapters/payments/billing.ts';
import type { TransferProvider } from './adapters/payments/payout-service.ts';
import type { PushService } from './adapters/push/push-service.ts';
import type { SealArchive } from './adapters/storage/disk-seals.ts';
import type { ObjectStorage } from './adapters/storage/object-storage.ts';
import type { WaitingClock } from './foundation/clock.ts';
import type { ServerKeys } from './foundation/server-keys.ts';
import type { Config } from './settings/config.ts';

/** What use cases depend on. Created once by `main`, partly replaced by tests. */
export interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly clock: WaitingClock;
  readonly storage: ObjectStorage;
  readonly mail: MailTransport;
  readonly push: PushService;
  readonly billing: Billing;
  /** The payout providers, one per method that this server offers. */
  readonly transferProviders: readonly TransferProvider[];
  readonly seals: SealArchive;
  readonly keys: ServerKeys;
}
