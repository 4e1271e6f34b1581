import { join } from 'node:path';

/** A database of a released version with samples in it, as SQL. `node tools/earlier-installation.ts` makes the next one. */
export const earlierInstallation = join(import.meta.dirname, '../../fixtures/earlier-installation.sql.br');

/** The secret of its server, without which nobody could start it. */
export const installationSecret = 'the secret of an installation that is upgraded in a test';
