import type { WaitingList } from '#contract/reviewing/listening/waiting-list.ts';
import { answerOnce } from '../../adapters/database/answer-once.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { letInFirst } from './waiting-list.ts';
import { lockAdmission, readLine, setAdmission } from './waiting-list-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

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
