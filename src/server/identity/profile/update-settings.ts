import type { z } from 'zod';
import { noticeKinds } from '#contract/identity/notice-kinds.ts';
import type { Settings, updateSettings as updateSettingsCall } from '#contract/identity/settings.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readSettings } from './read-settings.ts';
import { switchOff, switchOn, writeIsPrivate } from './settings-store.ts';

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
