import { resolve } from 'node:path';
import { z } from 'zod';
import { demoPasswordLength } from '#contract/business-rules.ts';
import { OperatorError } from '../foundation/operator-messages.ts';
import { logLevels } from '../foundation/server-log.ts';
import { backupConfig, backupSettings } from './backup-settings.ts';
import { payoutConfig, payoutSettings } from './payout-settings.ts';
import {
  bucketOf,
  count,
  networks,
  onOff,
  postgresAddress,
  priceList,
  RateLimitSetting,
  StandingBoundsSetting,
  secret,
  webAddress,
} from './setting-forms.ts';

/** Every setting of the environment; `.env.example` explains each. */
export const settings = z.object({
  PORT: count(0, 65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress.optional(),
  ENVIRONMENT: z.enum(['development', 'production']).default('development'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_OWNER_URL: postgresAddress.optional(),
  DATABASE_SESSION_URL: postgresAddress.optional(),
  DATABASE_NAMED_STATEMENTS: onOff.optional(),
  DATABASE_POOL: count(2, 200).default(20),
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: onOff.optional(),
  SERVER_SECRET: secret.optional(),
  SERVER_SECRET_PREVIOUS: secret.optional(),
  TRUSTED_PROXIES: networks.default([]),
  TRUST_LOOPBACK: onOff.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  MAIL_FROM: z.email().default('hello@earshot.invalid'),
  // A local part is limited to 64 characters, and a plus sign, an id and a signature are appended to it.
  MAIL_BOUNCES_TO: z
    .email()
    .regex(/^[\w.-]{1,15}@/, 'must have at most 15 letters before the @, and no plus sign')
    .optional(),
  SUPPORT_EMAIL: z.email().default('support@earshot.invalid'),
  ALLOW_FILE_MAIL: onOff.default(false),
  MAILBOX_PAGE: onOff.optional(),
  DEMO_MODE: onOff.default(true),
  TEST_KIT: onOff.optional(),
  DEMO_PASSWORD: z
    .string()
    .trim()
    .min(8, 'must have at least 8 characters')
    .max(demoPasswordLength)
    .optional(),
  FIRST_ADMIN_EMAIL: z.email().optional(),
  FREE_CREDITS_PER_MONTH: count(0, 1000).default(1),
  FREE_BUDGET_PERCENT: count(0, 100).default(20),
  FREE_BUDGET_LEAST_CENTS: count(0, 100_000_000).default(2000),
  APPROVAL_WAIT_SECONDS: count(0, 604_800).default(0),
  DOUBTFUL_APPROVAL_DAYS: count(1, 90).default(7),
  NEW_DOUBTFUL_APPROVAL_DAYS: count(1, 90).default(14),
  NEW_DOUBTFUL_MOST: count(1, 1_000_000).default(200),
  NEW_LISTENER_WAIT_HOURS: count(0, 720).optional(),
  REWARDS_A_DAY_CENTS: count(0, 100_000_000).optional(),
  SPOT_CHECKS_A_DAY: count(0, 10_000).default(200),
  LEASE_MINUTES: count(1, 240).default(20),
  RATE_LIMITS: RateLimitSetting,
  STANDING_BOUNDS: StandingBoundsSetting,
  ALLOW_LOCAL_BILLING: onOff.default(false),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_BASIC: priceList,
  STRIPE_PRICE_PRO: priceList,
  STRIPE_PRICE_UNLIMITED: priceList,
  STRIPE_PRICE_PACK_10: z.string().optional(),
  STRIPE_PRICE_PACK_20: z.string().optional(),
  STRIPE_TAX: onOff.default(false),
  STRIPE_PROMOTION_CODES: onOff.default(false),
  ...payoutSettings,
  ...backupSettings,
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().default('earshot'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

export type Config = ReturnType<typeof readConfig>;

/** An invalid setting; the message names it. */
export class BadSetting extends OperatorError {
  override readonly name = 'BadSetting';

  /** One line per setting. */
  readonly lines: string;

  constructor(lines: string) {
    super(`Invalid settings:\n${lines}`);
    this.lines = lines;
  }
}

/** Reads the settings; empty ones count as absent. @throws BadSetting with one line per invalid setting */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new BadSetting(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const values = parsed.data;
  const production = values.ENVIRONMENT === 'production';
  const s3 = s3Settings(values);
  return {
    port: values.PORT,
    allowLocalBilling: values.ALLOW_LOCAL_BILLING,
    // Outside production emails and test checkouts are readable on this machine, so it is not exposed to the network by
    // default.
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    production,
    dataDirectory: values.DATA_DIR,
    ...databaseAddresses(values),
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databasePool: values.DATABASE_POOL,
    s3,
    serverSecret: values.SERVER_SECRET,
    previousServerSecret: values.SERVER_SECRET_PREVIOUS,
    trustedProxies: values.TRUSTED_PROXIES,
    trustLoopback: values.TRUST_LOOPBACK ?? !production,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    bounceAddress: values.MAIL_BOUNCES_TO,
    supportEmail: values.SUPPORT_EMAIL,
    mailboxPage: values.MAILBOX_PAGE ?? (!production && !values.SMTP_URL),
    demoMode: values.DEMO_MODE,
    testKit: values.TEST_KIT ?? !production,
    demoPassword: values.DEMO_PASSWORD,
    firstAdminEmail: values.FIRST_ADMIN_EMAIL,
    freeCreditsPerMonth: values.FREE_CREDITS_PER_MONTH,
    freeBudget: { percent: values.FREE_BUDGET_PERCENT, leastCents: values.FREE_BUDGET_LEAST_CENTS },
    // In a trial with samples there is always something to review.
    approvalWaitSeconds: values.APPROVAL_WAIT_SECONDS,
    doubtfulApprovalDays: values.DOUBTFUL_APPROVAL_DAYS,
    newDoubtfulApprovalDays: values.NEW_DOUBTFUL_APPROVAL_DAYS,
    newDoubtfulMost: values.NEW_DOUBTFUL_MOST,
    // A trial shows the complete flow at once, including money.
    newListenerWaitHours: values.NEW_LISTENER_WAIT_HOURS ?? (production ? 24 : 0),
    rewardsADayCents: values.REWARDS_A_DAY_CENTS ?? (production ? 50_000 : 0),
    spotChecksADay: values.SPOT_CHECKS_A_DAY,
    leaseMinutes: values.LEASE_MINUTES,
    rateLimits: values.RATE_LIMITS,
    standingBounds: values.STANDING_BOUNDS,
    stripe: stripeSettings(values),
    payouts: orBadSetting(() => payoutConfig(values, Boolean(values.STRIPE_SECRET_KEY))),
    backups: orBadSetting(() => backupConfig(values, s3)),
    backupKey: values.BACKUP_KEY,
    tracing: { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: values.OTEL_SERVICE_NAME },
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  };
}

/**
 * The database address for sessions, and that of a pooler for everything else.
 * @throws BadSetting if only DATABASE_SESSION_URL is set
 */
function databaseAddresses(values: z.output<typeof settings>) {
  const { DATABASE_URL: url, DATABASE_SESSION_URL: sessionUrl } = values;
  if (sessionUrl && !url) {
    throw new BadSetting('DATABASE_SESSION_URL: needs DATABASE_URL too: the address of the pooler');
  }
  return {
    databaseUrl: sessionUrl ?? url,
    databasePoolerUrl: sessionUrl ? url : undefined,
    namedStatements: values.DATABASE_NAMED_STATEMENTS ?? !sessionUrl,
  };
}

/** Stripe's settings; undefined for the local provider of the test mode. @throws BadSetting if they are incomplete */
function stripeSettings(values: z.output<typeof settings>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  const [basic, ...formerBasic] = values.STRIPE_PRICE_BASIC ?? [];
  const [pro, ...formerPro] = values.STRIPE_PRICE_PRO ?? [];
  const [unlimited, ...formerUnlimited] = values.STRIPE_PRICE_UNLIMITED ?? [];
  if (!secretKey) return undefined;
  if (!webhookSecret || !basic || !pro || !unlimited) {
    throw new BadSetting(
      'STRIPE_SECRET_KEY: needs STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_BASIC, STRIPE_PRICE_PRO and STRIPE_PRICE_UNLIMITED too',
    );
  }
  const prices = { basic, pro, unlimited };
  const formerPrices = { basic: formerBasic, pro: formerPro, unlimited: formerUnlimited };
  const { STRIPE_PRICE_PACK_10: ten, STRIPE_PRICE_PACK_20: twenty } = values;
  const packPrices = { ...(ten && { ten }), ...(twenty && { twenty }) };
  const all = [prices, formerPrices, packPrices].flatMap((some) => Object.values(some).flat());
  const twice = all.find((price, place) => all.indexOf(price) !== place);
  if (twice !== undefined)
    throw new BadSetting(`STRIPE_PRICE_BASIC, _PRO, _UNLIMITED, _PACK_10, _PACK_20: ${twice} is named twice`);
  const { STRIPE_TAX: tax, STRIPE_PROMOTION_CODES: promotionCodes } = values;
  return { secretKey, webhookSecret, prices, formerPrices, packPrices, tax, promotionCodes };
}

/** @throws BadSetting if related settings are incomplete */
function orBadSetting<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw new BadSetting(error instanceof Error ? error.message : String(error));
  }
}

/** The bucket for audio; undefined for the disk. @throws BadSetting if its settings are incomplete */
function s3Settings(values: z.output<typeof settings>) {
  if (values.STORAGE !== 's3') return undefined;
  const bucket = bucketOf({
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    pathStyle: values.S3_PATH_STYLE,
  });
  if (bucket) return bucket;
  throw new BadSetting('STORAGE: s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too');
}
