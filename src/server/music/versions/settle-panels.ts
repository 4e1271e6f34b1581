import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { openReturningPlaces } from '../../plans/balance/assign-reviews.ts';
import { endFullPanel } from './end-full-panel.ts';
import { whoReturns } from './returning-reviewers.ts';
import { endPanel, inviteReturning, runningPanels, withdrawInvitations } from './versions-store.ts';

/** The job that invites reviewers approved in the meantime, and ends panels whose time is over. */
export const settlePanelsJob = 'settle-panels';
const atOnce = 100;

type Panel = Awaited<ReturnType<typeof runningPanels.all>>[number];

/** Processes every running panel once. One failure does not block the others. */
export function settlePanels({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  return eachCatching(
    allRunning(database, now),
    (panel) => database.transaction((tx) => settlePanel(tx, panel, now)),
    'Some panels could not be settled.',
  );
}

async function* allRunning(database: Dependencies['database'], now: Date) {
  let [after, afterId] = [new Date(0), '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const panels = await runningPanels.all(database, { now, after, afterId, most: atOnce });
    yield* panels;
    const last = panels.at(-1);
    if (last === undefined || panels.length < atOnce) return;
    [after, afterId] = [last.beganAt, last.trackId];
  }
}

async function settlePanel(tx: Transaction, panel: Panel, now: Date): Promise<void> {
  const { trackId, formerId, artistId, isOver, isDeleted, isHeard } = panel;
  if (!isOver && !isDeleted) {
    if (await endFullPanel(tx, trackId, now)) return;
    const returning = await whoReturns(tx, { formerId, artistId }, now);
    return void (await inviteReturning.run(tx, { ...returning, trackId, now }));
  }
  await openReturningPlaces(tx, trackId);
  await withdrawInvitations.run(tx, { trackId });
  // Listeners who are comparing may finish, and count.
  if (isDeleted || !isHeard)
    await endPanel.run(tx, { trackId, endedBy: isDeleted ? 'deleted' : 'over', now });
}
