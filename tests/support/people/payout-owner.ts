import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { sendPayouts } from '#server/money/payout-transfers/send-payouts.ts';
import type { Earshot } from '../world/earshot.ts';
import { sql } from '../world/sql.ts';
import { goodPassword as password } from './accounts.ts';
import type { ApiUser } from './api-user.ts';
import { completeApproved, localDestination, readsPayout, type ToldProvider } from './payouts.ts';
import { earnedBy } from './reviewing.ts';

const once = () => ({ idempotencyKey: randomUUID() });

/** A listener with $5.10, a password and a mailbox, and the admin who approves; for tests of destinations and payouts. */
export class PayoutOwner {
  private readonly earshot: Earshot;
  private readonly provider: ToldProvider;
  admin: ApiUser;
  listener: ApiUser;
  address: string;

  private constructor(
    earshot: Earshot,
    provider: ToldProvider,
    people: Pick<PayoutOwner, 'admin' | 'listener' | 'address'>,
  ) {
    this.earshot = earshot;
    this.provider = provider;
    this.admin = people.admin;
    this.listener = people.listener;
    this.address = people.address;
  }

  /** What earlier tests left is sent before, and the provider forgets it. */
  static async join(earshot: Earshot, provider: ToldProvider): Promise<PayoutOwner> {
    await sendPayouts(earshot.deps);
    for (const list of [provider.sent, provider.outcomes, provider.answers]) list.length = 0;
    const admin = await earshot.signIn({ admin: true });
    const listener = await earshot.signIn({ userType: 'listener' });
    const address = `${randomUUID()}@example.org`;
    await sql(
      earshot.testDatabase.ownerDatabase,
      'update users set password_hash = $2, email = $3, email_normalized = $3 where id = $1',
      [listener.userId, await hashPassword(password), address],
    );
    await earnedBy(earshot, listener.userId, 34);
    return new PayoutOwner(earshot, provider, { admin, listener, address });
  }

  /** Time passes, beyond the end of the tokens; everybody signs in again. */
  async hours(count: number): Promise<void> {
    this.earshot.clock.advance(count * 3600);
    this.listener = await this.earshot.signInAgain(this.listener.userId);
    this.admin = await this.earshot.signInAgain(this.admin.userId);
  }

  give(part: object = {}) {
    const body = {
      country: 'DE',
      legalName: 'Lee Example',
      destination: localDestination,
      password,
      ...part,
    };
    return this.listener.call(api.payoutDestinations.addDestination, { body });
  }

  /** The newest token of this type that was mailed to an address. */
  async mailedToken(to: string, type: string): Promise<string> {
    const texts = (await this.mailsTo(to)).map(
      (text) => new RegExp(`type=${type}&token=(\\S+)`).exec(text)?.[1],
    );
    return texts.find((token) => token !== undefined) ?? expect.fail(`No ${type} was mailed to ${to}.`);
  }

  async mailsTo(to: string): Promise<string[]> {
    await this.earshot.runJobs();
    const mails = await this.earshot.mailbox.list(1000);
    return mails.filter((mail) => mail.to.address === to).map(({ text }) => text);
  }

  async confirm(typed = password) {
    const token = await this.mailedToken(this.address, 'payee');
    return this.earshot.nobody.call(api.payoutDestinations.confirmDestination, {
      body: { token, password: typed },
    });
  }

  /** Opens the newest link and presses its button, without a password. */
  async press(by: ApiUser = this.listener) {
    const token = await this.mailedToken(this.address, 'payee');
    return by.call(api.payoutDestinations.confirmDestination, { body: { token } });
  }

  async stop(to: string) {
    const token = await this.mailedToken(to, 'stop');
    return this.earshot.nobody.call(api.payoutDestinations.stopPayouts, { body: { token } });
  }

  async changeMail(to: string): Promise<void> {
    await this.listener.get(api.accounts.changeEmail, { body: { email: to, password } });
    const token = await this.mailedToken(to, 'email_change');
    await this.earshot.nobody.get(api.accounts.confirmEmail, {
      body: { type: 'email_change', token, password },
    });
    // Emails are ordered by time. If these were sent together with later ones, their order would be random.
    await this.earshot.runJobs();
  }

  async request(): Promise<string> {
    return (await this.listener.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
  }

  async approve(payoutId: string): Promise<void> {
    const decision = { params: { payoutId }, body: { status: 'completed' as const }, ...once() };
    await readsPayout(this.admin, payoutId);
    await this.admin.get(api.admin.decidePayout, decision);
  }

  async complete(payoutId: string): Promise<void> {
    await this.approve(payoutId);
    await completeApproved(this.earshot);
  }

  /** A payout of everything, approved and completed. */
  async approvedPayout(): Promise<string> {
    const payoutId = await this.request();
    await this.complete(payoutId);
    return payoutId;
  }

  /** The payouts that have left by now. */
  async leaving(): Promise<string[]> {
    await sendPayouts(this.earshot.deps);
    return this.provider.sent.map(({ payoutId }) => payoutId);
  }

  delete(forfeitCents = cents(0)) {
    const body = { password, confirmation: 'DELETE' as const, forfeitCents };
    return this.listener.call(api.personalData.deleteAccount, { body });
  }
}
