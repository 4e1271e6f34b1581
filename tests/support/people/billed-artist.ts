import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import { anMp3 } from '../files/audio-files.ts';
import { event, periodItem, type StripeStandIn, startStripe } from '../stand-ins/stripe-stand-in.ts';
import { type Earshot, startEarshot } from '../world/earshot.ts';
import { sql } from '../world/sql.ts';
import type { ApiUser } from './api-user.ts';

/** Cents of a month, as Stripe is told in these tests. */
export const prices = { price_basic: 2900, price_pro: 4900, price_unlimited: 9900 } as const;
type Price = keyof typeof prices;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** An artist whose plan Stripe bills; each `enter` brings another one. */
export class BilledArtist {
  readonly stripe: StripeStandIn;
  readonly earshot: Earshot;
  #user: ApiUser | undefined;

  constructor(stripe: StripeStandIn, earshot: Earshot) {
    this.stripe = stripe;
    this.earshot = earshot;
  }

  static async start(): Promise<BilledArtist> {
    const stripe = await startStripe();
    return new BilledArtist(stripe, await startEarshot({}, { billing: stripe.billing }));
  }

  async close(): Promise<void> {
    await this.earshot.close();
    await this.stripe.close();
  }

  async enter(): Promise<void> {
    this.#user = await this.earshot.signIn({ userType: 'artist' });
  }

  get user(): ApiUser {
    if (!this.#user) throw new Error('Nobody has entered.');
    return this.#user;
  }

  get now(): Date {
    return this.earshot.clock.now();
  }

  daysAgo(days: number): Date {
    return new Date(this.now.getTime() - days * 24 * 3600 * 1000);
  }

  /** Rows about the artist, whose id is `$1`. */
  rows(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return sql(this.earshot.testDatabase.ownerDatabase, text, [this.user.userId]);
  }

  async notify(type: string, object: unknown): Promise<void> {
    const payload = event(type, object);
    const headers = this.stripe.sign(payload);
    const { status } = await this.earshot.nobody.fetch('/api/billing/webhook', {
      method: 'POST',
      body: payload,
      headers,
    });
    expect(status).toBe(200);
  }

  tellPaid = (subscription: string): Promise<void> =>
    this.notify('invoice.paid', { parent: { subscription_details: { subscription } } });

  /** Changes the subscription at Stripe, which tells of it. */
  async change(subscription: string, to: Parameters<StripeStandIn['change']>[1] = {}): Promise<void> {
    this.stripe.change(subscription, to);
    await this.notify('customer.subscription.updated', { id: subscription, object: 'subscription' });
  }

  /** A checkout that was paid then. */
  async buy(price: Price, at = this.now): Promise<{ subscription: string; charge: string }> {
    const subscription = this.stripe.subscribe({ userId: this.user.userId, price, now: at });
    const charge = this.stripe.pay(subscription, prices[price], at);
    await this.tellPaid(subscription);
    return { subscription, charge };
  }

  /** The same, some seconds later than everything before. */
  buyLater(price: Price): Promise<{ subscription: string; charge: string }> {
    this.earshot.clock.advance(5);
    return this.buy(price);
  }

  /** The subscription begins its next period now. Its invoice has this status. */
  renew(subscription: string, price: Price, status: string, invoice: string): Promise<void> {
    const latest_invoice = { id: 'in_next', object: 'invoice', status: invoice };
    return this.change(subscription, { status, latest_invoice, ...periodItem(price, seconds(this.now)) });
  }

  async payRenewal(subscription: string, price: Price): Promise<void> {
    this.stripe.change(subscription, {
      status: 'active',
      latest_invoice: { id: 'in_next', status: 'paid' },
    });
    this.stripe.pay(subscription, prices[price], this.now);
    await this.tellPaid(subscription);
  }

  /** Ends at Stripe now, without a credit. */
  async end(subscription: string): Promise<void> {
    this.stripe.change(subscription, { status: 'canceled', ended_at: seconds(this.now) });
    await this.notify('customer.subscription.deleted', { id: subscription, object: 'subscription' });
  }

  async refund(charge: string, cents: number): Promise<void> {
    this.stripe.refund(charge, cents);
    await this.notify('charge.refunded', { id: charge });
  }

  async dispute(charge: string): Promise<void> {
    this.stripe.dispute(charge, 'needs_response');
    await this.notify('charge.dispute.created', { charge });
  }

  /** Whether the subscription was ended at Stripe, without a credit. */
  ended(subscription: string): boolean {
    return this.stripe.cancellations.get(subscription)?.prorate === 'false';
  }

  async upload() {
    const uploadId = randomUUID();
    await this.user.upload(anMp3({ mark: randomUUID() }), uploadId);
    return this.user.call(api.tracks.createTrack, {
      body: { uploadId, title: randomUUID(), genre: 'indie' },
    });
  }

  status = () => this.user.get(api.subscriptions.checkSubscription, {});
}
