import type { TakedownReason } from '#contract/report-reasons.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import {
  type MailedTakedown,
  takedownUpheldMail,
  takenDownMail,
  thingRestoredMail,
} from '../../identity/emails/takedown-mails.ts';
import { ownerOfThing } from './takedowns-store.ts';

type News =
  | { readonly event: 'taken_down'; readonly reason: TakedownReason }
  | { readonly event: 'upheld' }
  | { readonly event: 'restored'; readonly givenBack: { readonly reviews: number } | null };

interface NotifiedThing extends Pick<MailedTakedown, 'kind' | 'shown' | 'sentence'> {
  readonly takedownId: string;
  readonly ownerId: string;
  readonly trackId: string;
}

/**
 * Notifies the owner of a reported item, by email and in the product, even if those notices are switched off. Deleted accounts
 * get nothing.
 */
export async function notifyOwner(
  tx: Transaction,
  { config }: Pick<Dependencies, 'config'>,
  thing: NotifiedThing,
  news: News,
  now: Date,
): Promise<void> {
  const owner = await ownerOfThing.one(tx, thing);
  if (!owner) return;
  const mail = mailOf(config.publicUrl, { ...thing, trackTitle: owner.trackTitle }, news);
  const to = { name: owner.displayName, address: owner.email };
  await queueMail(tx, to, mail, now, { key: `takedown-${news.event}:${thing.takedownId}` });
}

function mailOf(publicUrl: string, thing: MailedTakedown, news: News) {
  switch (news.event) {
    case 'taken_down':
      return takenDownMail(publicUrl, { ...thing, reason: news.reason });
    case 'upheld':
      return takedownUpheldMail(publicUrl, thing);
    case 'restored':
      return thingRestoredMail(publicUrl, { ...thing, givenBack: news.givenBack });
  }
}
