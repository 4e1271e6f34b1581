import { z } from 'zod';
import { call } from '../../call.ts';
import { Email, FactorCode, LinkToken, Password } from '../../identity/accounts.ts';
import { plainCode } from '../../plain-text.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownLine } from '../../shown-text.ts';
import { destinationMethods, localConducts } from './destinations.ts';

const Method = z.enum(destinationMethods);
/** ISO 3166, two capital letters. */
const Country = z
  .string()
  .overwrite((typed) => plainCode(typed).toUpperCase())
  .regex(/^[A-Z]{2}$/, 'is not a country code');

/** A destination as it is shown: never in full after it was saved. */
const Payee = z.strictObject({
  id: Id,
  method: Method,
  country: Country,
  /** For example `DE •••• 3000`. */
  masked: z.string(),
});

export const PayeeState = z.strictObject({
  /** Where payouts go; null until a destination is confirmed. */
  current: Payee.nullable(),
  /** Entered, but its emailed link is not opened yet. */
  unconfirmed: Payee.nullable(),
  /** No payout is sent before this time; null without a hold. */
  heldUntil: Timestamp.nullable(),
  /** Someone at one of the account's addresses clicked 'This was not me'. */
  isStopped: z.boolean(),
  /** This server can no longer pay the current destination. */
  isMethodGone: z.boolean(),
  /** The amount from which approved payouts to the current destination are sent, all together; null if each is sent at once. */
  sendsFromCents: Cents.nullable(),
});
export type PayeeState = z.infer<typeof PayeeState>;

export const DestinationOffer = z.strictObject({
  method: Method,
  /** The amount from which approved payouts are sent, all together; null if each is sent at once. */
  sendsFromCents: Cents.nullable(),
  /** What the provider asks for, as sentences. */
  asks: z.array(z.string()),
});
export type DestinationOffer = z.infer<typeof DestinationOffer>;

export const TypedDestination = z.union([
  z.strictObject({ method: z.literal('stripe') }),
  z.strictObject({ method: z.literal('paypal'), email: Email }),
  z.strictObject({ method: z.literal('bank'), iban: z.string().overwrite(plainCode).min(1).max(64) }),
  z.strictObject({ method: z.literal('local'), conduct: z.enum(localConducts) }),
]);
export type TypedDestination = z.infer<typeof TypedDestination>;

export const readDestination = call({
  method: 'GET',
  path: '/api/payee',
  summary: "The caller's payout destination, masked, and what holds payouts.",
  spec: [],
  who: 'listener',
  answer: PayeeState,
  status: 200,
  refusals: [],
});

export const listDestinationOffers = call({
  method: 'GET',
  path: '/api/payee/offers',
  summary: 'The payout methods for a country, with the requirements of each provider.',
  spec: [],
  who: 'listener',
  query: z.strictObject({ country: Country }),
  answer: z.strictObject({ offers: z.array(DestinationOffer) }),
  status: 200,
  refusals: [],
});

export const addDestination = call({
  method: 'POST',
  path: '/api/payee',
  summary:
    "Sets the destination of the caller's payouts, with the password. It takes effect once the emailed link is used. For 72 hours after that, no payout is sent.",
  spec: [],
  who: 'listener',
  body: z.strictObject({
    country: Country,
    /** The legal name, as the bank knows it. */
    legalName: shownLine(100).trim().min(2),
    destination: TypedDestination,
    password: Password,
    code: FactorCode.optional(),
  }),
  answer: PayeeState,
  status: 201,
  limit: 'payee',
  refusals: [
    'wrong_password',
    'second_factor_needed',
    'wrong_code',
    'code_used',
    'method_unavailable',
    'bad_destination',
    'provider_unavailable',
    'too_many_requests',
  ],
});

/** An account at a payment service that verifies its owner itself. `gone`: closed, or no longer connected to us. */
export const DestinationAccount = z.strictObject({
  state: z.enum(['ready', 'asked', 'gone']),
  /** Why it cannot be paid yet, for its owner; null unless the service asks for something. */
  sentence: z.string().nullable(),
  /** What the service still needs, as sentences. */
  asks: z.array(z.string()),
});
export type DestinationAccount = z.infer<typeof DestinationAccount>;

export const readDestinationAccount = call({
  method: 'GET',
  path: '/api/payee/account',
  summary:
    'The questions that the payment service still has for the owner of the last given account. 404 for other destinations.',
  spec: [],
  who: 'listener',
  answer: DestinationAccount,
  status: 200,
  limit: 'paymentService',
  refusals: ['not_found', 'provider_unavailable'],
});

export const openDestinationOnboarding = call({
  method: 'POST',
  path: '/api/payee/onboarding',
  summary:
    "Returns a link to the payment service's page: its questions to the caller or, once they are answered, the account.",
  spec: [],
  who: 'listener',
  body: z.strictObject({}),
  answer: z.strictObject({ url: z.string() }),
  status: 200,
  limit: 'paymentService',
  refusals: ['not_found', 'provider_unavailable'],
});

export const confirmDestination = call({
  method: 'POST',
  path: '/api/payee/confirmation',
  summary:
    'Consumes the token of an emailed link. The destination takes effect. Needs the password, except in the session that saved it.',
  spec: [],
  who: 'everybody',
  body: z.strictObject({ token: LinkToken, password: Password.optional() }),
  answer: z.strictObject({ masked: z.string(), heldUntil: Timestamp }),
  status: 200,
  refusals: [
    'link_invalid',
    'password_needed',
    'wrong_password',
    'payee_not_ready',
    'provider_unavailable',
    'too_many_requests',
  ],
});

export const stopPayouts = call({
  method: 'POST',
  path: '/api/payee/stop',
  summary:
    "'This was not me': stops all payouts of the account that have not been sent, and the destination in the email.",
  spec: [],
  who: 'public',
  body: z.strictObject({ token: z.string().overwrite(plainCode).min(1).max(400) }),
  answer: z.strictObject({}),
  status: 200,
  refusals: ['link_invalid'],
});
