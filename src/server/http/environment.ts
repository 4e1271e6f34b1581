import { product } from '#contract/product.ts';
import { mailboxOf } from '../adapters/mail/mailbox.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from './handlers.ts';

type Needs = Pick<Dependencies, 'config' | 'mail'>;

/** What everybody may know of this deployment. */
export const environmentHandlers = ({ config, mail }: Needs): Handlers<'environment'> => ({
  readEnvironment: async () => ({
    version: product.version,
    demoMode: config.demoMode,
    mailboxPage: config.mailboxPage && mailboxOf(mail) !== undefined,
  }),
});
