import { product } from '#contract/product.ts';
import { mailboxOf } from '../adapters/mail/mailbox.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../handlers.ts';

type Needs = Pick<Dependencies, 'config' | 'mail'>;

/** What everybody may know of this deployment. */
export const environmentHandlers = ({ config, mail }: Needs): Handlers<'environment'> => ({
  readEnvironment: async ({ client }) => ({
    version: product.version,
    demoMode: config.demoMode,
    // Other machines cannot open it, so they get no link to it.
    mailboxPage: config.mailboxPage && mailboxOf(mail) !== undefined && client.isOwnMachine === true,
  }),
});
