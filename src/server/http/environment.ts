import { product } from '#contract/product.ts';
import { mailboxOf } from '../adapters/mail/mail-transport.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import type { Handlers } from '../foundation/handlers.ts';

type Needs = Pick<Dependencies, 'config' | 'mail'>;

/** What anyone may know about this deployment. */
export const environmentHandlers = ({ config, mail }: Needs): Handlers<'environment'> => ({
  readEnvironment: async ({ client }) => ({
    version: product.version,
    demoMode: config.demoMode,
    // Other machines cannot open it, so they get no link.
    mailboxPage: config.mailboxPage && mailboxOf(mail) !== undefined && client.isOwnMachine === true,
  }),
});
