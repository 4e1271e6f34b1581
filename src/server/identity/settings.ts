import type { z } from 'zod';
import { noticeKinds } from '#contract/identity/notice-kinds.ts';
import type {
  NoticeKind,
  Settings,
  updateSettings as updateSettingsCall,
} from '#contract/identity/settings.ts';
import type { Queryable } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { readByEither } from '../foundation/server-keys.ts';
import { readUnsubscribeToken, type UnsubscribeClaims } from './emails/unsubscribe-rules.ts';
import { readIsPrivate, readSwitchedOff, switchOff, switchOn, writeIsPrivate } from './profiles-store.ts';

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
      link_opened: isOn('link_opened'),
    },
    isPrivate,
    supportEmail: config.supportEmail,
  };
}

type Change = z.output<typeof updateSettingsCall.body>;

/** Updates the given settings of the user. */
export function updateSettings(
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  userId: string,
  { notices = {}, isPrivate }: Change,
): Promise<Settings> {
  return database.transaction(async (tx) => {
    for (const kind of noticeKinds) {
      const wanted = notices[kind];
      if (wanted !== undefined) await (wanted ? switchOn : switchOff).run(tx, { userId, kind });
    }
    if (isPrivate !== undefined) await writeIsPrivate.run(tx, { userId, isPrivate });
    return readSettings({ database: tx, config }, userId);
  });
}

export { unsubscribePath } from './emails/unsubscribe-rules.ts';

const claimsOf = ({ keys }: Pick<Dependencies, 'keys'>, token: string): UnsubscribeClaims | undefined =>
  readByEither(keys, ({ unsubscribeLinks }) => readUnsubscribeToken(unsubscribeLinks, token));

/** The kind of email that a link would switch off; undefined for an invalid link. */
export const readUnsubscribeLink = (
  deps: Pick<Dependencies, 'keys'>,
  token: string,
): NoticeKind | undefined => claimsOf(deps, token)?.kind;

/**
 * Switches off the kind of email that the link came with and returns it; undefined for an invalid link. Repeats change
 * nothing.
 */
export async function switchOffNotice(
  deps: Pick<Dependencies, 'database' | 'keys'>,
  token: string,
): Promise<NoticeKind | undefined> {
  const claims = claimsOf(deps, token);
  if (claims) await switchOff.run(deps.database, claims);
  return claims?.kind;
}
