import type { FastifyInstance, FastifyReply } from 'fastify';
import { isLocalBilling, type LocalBilling } from '../adapters/billing/local-billing.ts';
import { portalActs } from '../adapters/billing/local-subscription.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { planOfPrice } from '../plans/plan-prices.ts';
import { plainPageHeaders } from './plain-page.ts';
import { checkoutHtml, goneHtml, type PlanOf, portalHtml } from './test-checkout-html.ts';

interface Params {
  readonly Params: { readonly id: string; readonly act: string };
}

/**
 * Pages of the local billing provider, marked as test mode and only open to this machine (own-machine-only.ts). As at a
 * real provider, knowing a page's address is the permission: it is long, random, only given to its user and valid for a
 * day.
 */
export function serveTestCheckout(app: FastifyInstance, { billing }: Pick<Dependencies, 'billing'>): void {
  if (!isLocalBilling(billing)) return;
  const planOf: PlanOf = (priceId) => planOfPrice(billing, priceId) ?? 'basic';

  app.get<Params>('/checkout/:id', async (request, reply) =>
    answer(reply, await pageOf(billing, request.params.id, planOf)),
  );
  app.register(async (forms) => {
    // The forms have no fields.
    forms.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume().on('end', () => done(null));
    });
    forms.post<Params>('/checkout/:id/complete', async (request, reply) => {
      const paid = await billing.complete(request.params.id);
      return paid ? reply.redirect(paid.returnUrl, 303) : answer(reply, undefined);
    });
    forms.post<Params>('/checkout/:id/act/:act', async (request, reply) => {
      const act = portalActs.find((known) => known === request.params.act);
      if (act) await billing.act(request.params.id, act);
      return reply.redirect(`/checkout/${encodeURIComponent(request.params.id)}`, 303);
    });
  });
}

async function pageOf(billing: LocalBilling, id: string, planOf: PlanOf): Promise<string | undefined> {
  const checkout = await billing.readPage(id);
  if (!checkout) return undefined;
  const { priceId } = checkout;
  if (priceId === null) return portalHtml(checkout, planOf);
  const cancelUrl = new URL(checkout.returnUrl);
  cancelUrl.searchParams.set('checkout', 'cancelled');
  return checkoutHtml({ ...checkout, priceId }, planOf, cancelUrl.href);
}

const answer = (reply: FastifyReply, html: string | undefined) =>
  reply
    .code(html === undefined ? 404 : 200)
    .headers(plainPageHeaders("'self'"))
    .type('text/html; charset=utf-8')
    .send(html ?? goneHtml());
