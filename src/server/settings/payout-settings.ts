import { z } from 'zod';
import { cents } from '#contract/cents.ts';
import { ibanProblem, isSepaIban } from '#contract/money/payout-destinations/bank-details.ts';
import type { Cents } from '#contract/primitives.ts';
import type { Debtor } from '../adapters/payments/sepa-file.ts';

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

const method = z.enum(['stripe', 'paypal', 'bank', 'local']);
const country = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, for example DE');

/** `US,DE=10.00`: countries, with an optional amount in dollars. */
const countryAmounts = (usual: Cents | undefined) =>
  z.string().transform((text, context): ReadonlyMap<string, Cents> => {
    const amounts = new Map<string, Cents>();
    for (const entry of listed(text)) {
      const [, name, dollars, hundredths = '00'] =
        /^([A-Z]{2})(?:=(\d{1,6})(?:\.(\d{2}))?)?$/.exec(entry) ?? [];
      const amount = dollars === undefined ? usual : cents(Number(dollars) * 100 + Number(hundredths));
      if (name === undefined || amount === undefined) {
        const form = usual === undefined ? 'US=600 or DE=100.00' : 'US or DE=10.00';
        context.addIssue({ code: 'custom', message: `cannot use '${entry}': write ${form}` });
      } else amounts.set(name, amount);
    }
    return amounts;
  });

/** Countries between which Stripe pays across borders: the US, the UK, the EEA, Canada and Switzerland. */
const stripeCountries =
  'US,GB,CA,CH,AT,BE,BG,HR,CY,CZ,DK,EE,FI,FR,DE,GR,HU,IS,IE,IT,LV,LI,LT,LU,MT,NL,NO,PL,PT,RO,SK,SI,ES,SE';

export const payoutSettings = {
  PAYOUT_METHODS: z.string().default('').transform(listed).pipe(z.array(method)),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().transform(listed).optional(),
  STRIPE_CONNECT_COUNTRY: country.default('US'),
  STRIPE_CONNECT_COUNTRIES: z
    .string()
    .default(stripeCountries)
    .pipe(countryAmounts(cents(100))),
  STRIPE_LEAST_TRANSFER_CENTS: z.coerce.number().int().min(0).max(1_000_000).default(2000),
  PAYOUT_BANK_HOLDER: z.string().trim().min(1).max(70).optional(),
  PAYOUT_BANK_IBAN: z
    .string()
    .refine(
      (iban) => ibanProblem(iban) === undefined && isSepaIban(iban),
      'must be an IBAN of a SEPA country',
    )
    .optional(),
  PAYOUT_BANK_TOWN: z.string().trim().min(1).max(35).optional(),
  PAYOUT_BANK_COUNTRY: country.optional(),
  PAYOUT_TAX_LIMITS: z.string().default('').pipe(countryAmounts(undefined)),
  PAYOUT_RULE_BELOW_CENTS: z.coerce.number().int().min(0).max(1_000_000).default(0),
};

const allPayoutSettings = z.object(payoutSettings);
type Values = z.output<typeof allPayoutSettings>;

export interface PayoutConfig {
  readonly methods: readonly z.output<typeof method>[];
  readonly stripe: {
    readonly webhookSecrets: readonly string[];
    readonly platformCountry: string;
    readonly countries: ReadonlyMap<string, Cents>;
    /** Smaller transfers wait for the next one; with 0 each is sent at once. */
    readonly leastTransferCents: Cents;
  };
  /** The account that makes SEPA payments. */
  readonly debtor: Debtor | undefined;
  /** By country: the most that one listener may be paid in a year without tax details. */
  readonly taxLimits: ReadonlyMap<string, Cents>;
  /** Payouts below this amount may be approved by rule; 0 disables that. */
  readonly ruleBelowCents: Cents;
}

/** How listeners are paid. @throws Error with a line that names the incomplete setting */
export function payoutConfig(values: Values, hasStripe: boolean): PayoutConfig {
  const { PAYOUT_METHODS: methods, STRIPE_CONNECT_WEBHOOK_SECRET: webhookSecrets = [] } = values;
  if (methods.includes('stripe') && !(hasStripe && webhookSecrets.length > 0))
    throw new Error('PAYOUT_METHODS: stripe needs STRIPE_SECRET_KEY and STRIPE_CONNECT_WEBHOOK_SECRET too');
  if (methods.includes('local') && methods.length > 1)
    throw new Error('PAYOUT_METHODS: local is the test provider, so it must be the only method');
  const debtor = debtorOf(values);
  if (methods.includes('bank') && !debtor)
    throw new Error(
      'PAYOUT_METHODS: bank needs PAYOUT_BANK_IBAN and the other three PAYOUT_BANK_ settings too',
    );
  return {
    methods,
    stripe: {
      webhookSecrets,
      platformCountry: values.STRIPE_CONNECT_COUNTRY,
      countries: values.STRIPE_CONNECT_COUNTRIES,
      leastTransferCents: cents(values.STRIPE_LEAST_TRANSFER_CENTS),
    },
    debtor,
    taxLimits: values.PAYOUT_TAX_LIMITS,
    ruleBelowCents: cents(values.PAYOUT_RULE_BELOW_CENTS),
  };
}

function debtorOf(values: Values): Debtor | undefined {
  const { PAYOUT_BANK_HOLDER: name, PAYOUT_BANK_IBAN: iban } = values;
  const { PAYOUT_BANK_TOWN: town, PAYOUT_BANK_COUNTRY: country } = values;
  if (name && iban && town && country) return { name, iban, town, country };
  if (name || iban || town || country) {
    throw new Error(
      'PAYOUT_BANK_IBAN: needs PAYOUT_BANK_HOLDER, PAYOUT_BANK_TOWN and PAYOUT_BANK_COUNTRY too. Set all or none',
    );
  }
  return undefined;
}
