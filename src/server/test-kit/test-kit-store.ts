import { text } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

export const readServerVersion = statement({ takes: {}, gives: { version: text } })`
  select current_setting('server_version') as version`;
