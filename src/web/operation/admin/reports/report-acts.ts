import { api } from '#contract/index.ts';
import type { ReportedKind, TakedownReason } from '#contract/report-reasons.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useRowDecisions } from '../row-decisions.ts';

export interface ThingToTakeDown {
  readonly kind: ReportedKind;
  readonly thingId: string;
}

export type ReportAct =
  | { readonly act: 'dismiss'; readonly thingId: string; readonly reportIds: string[] }
  | (ThingToTakeDown & {
      readonly act: 'take down';
      readonly reason: TakedownReason;
      readonly sentence: string;
    })
  | {
      readonly act: 'restore';
      readonly takedownId: string;
      readonly as: 'mistake' | 'cleared';
      readonly sentence: string;
    }
  | { readonly act: 'uphold'; readonly takedownId: string; readonly sentence: string };

const done = {
  dismiss: 'Dismissed',
  'take down': 'Taken down',
  restore: 'Restored',
  uphold: 'Stays down',
} as const;

async function send(given: ReportAct): Promise<unknown> {
  switch (given.act) {
    case 'dismiss':
      return callApi(api.reports.dismissReports, {
        body: { thingId: given.thingId, reportIds: given.reportIds },
      });
    case 'take down': {
      const { act: _, ...body } = given;
      return callApi(api.reports.takeDown, { body });
    }
    case 'restore': {
      const { takedownId, as, sentence } = given;
      return callApi(api.reports.restore, { params: { takedownId }, body: { as, sentence } });
    }
    case 'uphold': {
      const { takedownId, sentence } = given;
      return callApi(api.reports.upholdTakedown, { params: { takedownId }, body: { sentence } });
    }
  }
}

/** Sends an admin's decision about a report or takedown. */
export const useReportActs = () =>
  useRowDecisions({
    act: 'decide-report',
    rowsOf: (given) => ['takedownId' in given ? given.takedownId : given.thingId],
    send,
    onSuccess: (_, { act }) => toast({ title: done[act] }),
    onError: (error) => toast(toastFor(error, { title: 'Not decided' })),
    lists: ['reports', 'takedowns', 'same-recordings'],
  });
