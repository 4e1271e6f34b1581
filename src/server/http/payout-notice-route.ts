import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../foundation/dependencies.ts';
import { takeTransferNotice } from '../money/transfers/take-transfer-notice.ts';
import { takeSignedNotices } from './signed-notices.ts';

export const payoutNoticePath = '/api/payouts/webhook';

/** POST of the payment service's signed notices about payouts. */
export const payoutNoticeRoute =
  (deps: Dependencies): FastifyPluginAsync =>
  async (app) =>
    takeSignedNotices(app, payoutNoticePath, (...notice) => takeTransferNotice(deps, ...notice));
