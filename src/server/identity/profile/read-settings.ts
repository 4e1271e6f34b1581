import type { NoticeKind, Settings } from '#contract/identity/settings.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readIsPrivate, readSwitchedOff } from './settings-store.ts';

type Needs = Pick<Dependencies, 'config'> & { readonly database: Queryable };

/** The user's own settings. Notices are on by default. */
export async function readSettings({ database, config }: Needs, userId: string): Promise<Settings> {
  const off = new Set((await readSwitchedOff.all(database, { userId })).map(({ kind }) => kind));
  const { isPrivate } = await readIsPrivate.only(database, { userId });
  const isOn = (kind: NoticeKind) => !off.has(kind);
  return {
    notices: {
      review_received: isOn('review_received'),
      review_decided: isOn('review_decided'),
      payout_decided: isOn('payout_decided'),
      new_track: isOn('new_track'),
    },
    isPrivate,
    supportEmail: config.supportEmail,
  };
}
