import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { WaitingPlace } from '#contract/reviewing/listening/listening.ts';
import type { WaitingList } from '#contract/reviewing/listening/waiting-list.ts';
import { answerOnce } from '../../adapters/database/answer-once.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { letInMail } from '../../identity/emails/review-mails.ts';
import { readAccount } from '../../identity/own-account.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { turnAt } from './queue-rules.ts';
import { joinLine, letIn, lockAdmission, placeInLine, readLine, setAdmission } from './waiting-list-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

const paceDays = 14;

/** A new listener's place on the waiting list. They join at the end on their first visit. */
export async function takePlaceInLine(
  tx: Transaction,
  { listenerId, now }: { listenerId: string; now: Date },
): Promise<WaitingPlace> {
  await joinLine.run(tx, { listenerId, now });
  const since = new Date(now.getTime() - paceDays * dayMilliseconds);
  const { place, letInLately } = await placeInLine.only(tx, { listenerId, since });
  return { place, likelyAt: turnAt({ place, letInLately }, paceDays, now)?.toISOString() ?? null };
}

/** Admits the longest waiting listeners and notifies them; all of them if the count is null. Returns how many. */
async function letInFirst({ clock, config }: Needs, tx: Transaction, count: number | null): Promise<number> {
  const now = clock.now();
  // Serializes concurrent calls, so that they admit different listeners.
  await lockAdmission.only(tx, {});
  const admitted = await letIn.all(tx, { count, now });
  for (const { listenerId, isThere } of admitted) {
    if (!isThere) continue;
    const { email } = await readAccount(tx, listenerId);
    const key = `let-in:${listenerId}`;
    await queueMail(tx, { name: '', address: email }, letInMail(config.publicUrl), now, { key });
  }
  return admitted.length;
}

/** Whether new listeners have to wait for their first track, and how many are waiting. */
export const readWaitingList = ({ database }: Pick<Dependencies, 'database'>): Promise<WaitingList> =>
  lineOf(database);

async function lineOf(db: Queryable): Promise<WaitingList> {
  const { longestSince, ...line } = await readLine.only(db, {});
  return { ...line, longestSince: longestSince?.toISOString() ?? null };
}

/** Makes new listeners wait, or stops that and admits all who wait. */
export function setWaitingList(deps: Needs, actorId: string, listenersWait: boolean): Promise<WaitingList> {
  return deps.database.transaction(async (tx) => {
    const before = await lockAdmission.only(tx, {});
    if (before.listenersWait === listenersWait) return lineOf(tx);
    await setAdmission.run(tx, { listenersWait });
    const letIn = listenersWait ? 0 : await letInFirst(deps, tx, null);
    const details = { wait: listenersWait ? 'on' : 'off', letIn };
    await recordAdminAct(
      tx,
      { event: 'waiting_list_switched', userId: null, actorId, details },
      deps.clock.now(),
    );
    return lineOf(tx);
  });
}

/** Admits the longest waiting listeners, once per key. Admission is permanent. */
export function letListenersIn(
  deps: Needs,
  actorId: string,
  count: number,
  { key, onRepeat }: { readonly key: string; readonly onRepeat: () => void },
): Promise<{ letIn: number; list: WaitingList }> {
  const now = deps.clock.now();
  const act = { userId: actorId, call: 'letListenersIn', key, request: { count }, now, onRepeat };
  return deps.database.transaction((tx) =>
    answerOnce(tx, act, async () => {
      const letIn = await letInFirst(deps, tx, count);
      const details = { letIn };
      await recordAdminAct(tx, { event: 'listeners_let_in', userId: null, actorId, details }, now);
      return { letIn, list: await lineOf(tx) };
    }),
  );
}
