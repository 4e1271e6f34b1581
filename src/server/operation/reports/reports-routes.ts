import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { dismissReports } from './dismiss-reports.ts';
import { listReports, listTakedowns } from './report-lists.ts';
import { sendCopyrightReport, sendReport } from './send-report.ts';
import { takeDown } from './take-down.ts';
import { answerTakedown, restore, upholdTakedown } from './takedown-answers.ts';

export const reportsRoutes = (deps: Dependencies): Handlers<'reports'> => ({
  report: async ({ caller, body }) => {
    await sendReport(deps, caller.userId, body);
    return {};
  },
  reportCopyright: async ({ client, body }) => {
    await sendCopyrightReport(deps, client, body);
    return {};
  },
  answerTakedown: ({ caller, params, body }) =>
    answerTakedown(deps, caller.userId, params.takedownId, body.answer),
  listReports: ({ caller, query }) => listReports(deps, caller.userId, query),
  dismissReports: async ({ caller, body }) => {
    await dismissReports(deps, caller.userId, body);
    return {};
  },
  listTakedowns: ({ caller, query }) => listTakedowns(deps, caller.userId, query),
  takeDown: ({ caller, body }) => takeDown(deps, caller.userId, body),
  restore: async ({ caller, params, body }) => {
    await restore(deps, caller.userId, params.takedownId, body);
    return {};
  },
  upholdTakedown: async ({ caller, params, body }) => {
    await upholdTakedown(deps, caller.userId, params.takedownId, body.sentence);
    return {};
  },
});
