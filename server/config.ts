import path from 'node:path';
import * as z from 'zod';
import { company } from '#domain/company.ts';
import { documentEnvironment, documentMistake, documentSettings } from '#domain/documents/document-settings.ts';
import { eventEnvironment, eventSettings } from '#domain/events/event-settings.ts';
import { transferEnvironment, transferSettings } from '#domain/orders/transfer/transfer-settings.ts';
import { cashEnvironment } from '#domain/payments/cash-settings.ts';
import { tvEnvironment, tvSettings } from '#domain/playout/tv-settings.ts';
import { Email } from '#domain/shapes.ts';
import { withoutTrailingSlashes } from '#domain/slashes.ts';
import {
  courierEnvironment,
  courierMistake,
  courierSettings,
  pretendedCouriers,
} from './fulfilment/couriers/settings.ts';
import {
  paymentEnvironment,
  paymentMistake,
  paymentSettings,
  publicTestPaymentErrors,
} from './payments/stripe/settings.ts';
import { readDatabaseAddress } from './platform/postgres/address.ts';
import { startupError } from './platform/process/startup-error.ts';
import { isS3, readS3Address } from './platform/storage/s3-address.ts';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');

const MEGABYTE = 1024 * 1024;

/** `vidik.example:443` is an address too, of the scheme `vidik.example`. */
const HttpUrl = z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' });

/** What browsers send as the origin of a page: no path, not even a slash. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Pages name everything of ours from the root of the host. */
function hasNoPath(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash } = new URL(text);
  return /^\/*$/.test(pathname) && search === '' && hash === '';
}

/** A sign that ends the user or the password leaves a path, a fragment, an @ in the query, or no address at all. */
function hasWrittenSigns(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return /^\/?$/.test(pathname) && !search.includes('@') && hash === '';
}

/** A bucket as `s3://bucket/prefix?region=…&endpoint=…&profile=…`; keys are the SDK's own affair (`AWS_ACCESS_KEY_ID` …). */
const S3Url = z.string().transform((text, context) => {
  const address = isS3(text) ? readS3Address(text) : 'must begin with s3://';
  if (typeof address !== 'string') return address;
  context.addIssue({ code: 'custom', message: address });
  return z.NEVER;
});

/** An address of PostgreSQL as libpq reads it; a wrong one is never printed, because a password stands in it. */
const PostgresUrl = z.string().superRefine((text, context) => {
  const address = readDatabaseAddress(text);
  if (typeof address === 'string') context.addIssue({ code: 'custom', message: address });
});

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: HttpUrl.refine(hasNoPath, 'must be a host, without a path').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: PostgresUrl.optional(),
  /** The same PostgreSQL without the pooler to which DATABASE_URL leads. */
  DATABASE_DIRECT_URL: PostgresUrl.optional(),
  SUPER_ADMIN_EMAIL: Email.default('admin@vidik.example'),
  SUPER_ADMIN_PASSWORD: z.string().min(6).max(128).optional(),
  ...paymentEnvironment,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://', abort: true })
    .refine(
      hasWrittenSigns,
      'is no address, or has one of the signs / ? # in its user or password: write / as %2F, ? as %3F, # as %23 and % as %25',
    )
    .optional(),
  /** With a name before it or without one; mails without an address of their sender are taken nowhere. */
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, 'must be an address: Vidik <podrska@vidik.example>')
    .default(`${company.brand} <${company.email}>`),
  /** How receipts are issued: typed from the company's own device, or not asked for at all. */
  FISCAL: z.enum(['manual', 'off']).default('manual'),
  /** What seals the keys in the database, then those that sealed them before. */
  SEALING_KEY: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.string().trim().min(32, 'at least 32 characters each, as `openssl rand -hex 32` prints them')))
    .default([]),
  EMAIL_CONFIRMATION: flag('off'),
  REQUIRE_ADMIN_MFA: flag('off'),
  REFERRAL_MAX_DIRECT: z.coerce.number().int().positive().optional(),
  RATE_LIMITS: flag('on'),
  ALLOW_NO_RATE_LIMITS: z.enum(['0', '1']).default('0'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  JOBS: z.enum(['web', 'worker', 'both']).default('both'),
  WORKER_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(5),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  STORAGE_PUBLIC_URL: HttpUrl.optional(),
  STORAGE_URL: S3Url.optional(),
  /** Megabytes of what one person has uploaded, and of all stored files. */
  STORAGE_PER_PERSON: z.coerce.number().int().min(1).default(500),
  STORAGE_TOTAL: z.coerce.number().int().min(1).default(20_000),
  /** Where the members' app is; an address that nobody can own is a placeholder, and there is none yet. */
  APP_URL: HttpUrl.optional().transform((url) =>
    url && !new URL(url).hostname.endsWith('.example') ? url : undefined,
  ),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins with nothing behind the host: https://app.vidik.example',
    ),
  /** Hours. */
  BACKUP_EVERY: z.coerce.number().int().min(1).max(168).optional(),
  /** Generations; with fewer than three, a fault that is noticed late is in all of them. */
  BACKUP_KEEP: z.coerce.number().int().min(3).max(1000).default(7),
  BACKUP_TARGET: z
    .string()
    .superRefine((text, context) => {
      const wrong = isS3(text) ? readS3Address(text) : null;
      if (typeof wrong === 'string') context.addIssue({ code: 'custom', message: wrong });
    })
    .transform((text) => (isS3(text) ? text : path.resolve(text)))
    .optional(),
  BACKED_UP: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  ...eventEnvironment,
  ...documentEnvironment,
  ...transferEnvironment,
  ...cashEnvironment,
  ...courierEnvironment,
  ...tvEnvironment,
  /** ffmpeg, with ffprobe beside it; without the variable, those on the PATH. */
  FFMPEG_PATH: z.string().optional(),
  /** Whether the special package is sold while fewer than a hundred places show. */
  SPECIAL_PACKAGE_CHECK: z.enum(['warn', 'refuse']).default('warn'),
  /** Whether the addresses behind adverts are opened to see that they answer; without the variable, as soon as ours is public. */
  VISIT_ADDRESSES: z.enum(['on', 'off']).optional(),
  /** Whether programs on this machine may be told what happens, without https too. Never where the address is public. */
  LOCAL_TARGETS: flag('off'),
});

/** Every variable that the server reads. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

export type Config = ReturnType<typeof parseConfig>;

/** Reads the environment once, at start. Throws an Error that names every wrong variable. */
export function parseConfig(env: Record<string, string | undefined>) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = Environment.safeParse(present);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw startupError(`Configuration is not usable:\n${lines.join('\n')}`);
  }
  const e = result.data;
  const mistake =
    databaseMistake(e) ?? paymentMistake(e, e.NODE_ENV) ?? documentMistake(e) ?? courierMistake(e, e.NODE_ENV);
  if (mistake) throw startupError(`Configuration is not usable:\n  ${mistake}`);
  const publicUrl = withoutTrailingSlashes(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`);
  const isPublic = !isLocalAddress(publicUrl);
  if (isPublic) refuseAccidents(e);
  const payments = paymentSettings(e);
  return {
    environment: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    /** The address is not this machine's own. */
    isPublic,
    dataDir: path.resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    sealingKeys: e.SEALING_KEY,
    superAdmin: { email: e.SUPER_ADMIN_EMAIL, password: e.SUPER_ADMIN_PASSWORD },
    /** The address is not this machine's own, but no real money moves: the pages say so. */
    paymentsArePretended: isPublic && !payments.realMoney,
    /** The address is not this machine's own, and nobody counts who asks how often: the back office says so. */
    limitsAreOff: isPublic && !e.RATE_LIMITS,
    payments,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    fiscal: e.FISCAL,
    emailConfirmation: e.EMAIL_CONFIRMATION,
    requireAdminMfa: e.REQUIRE_ADMIN_MFA,
    referralMaxDirect: e.REFERRAL_MAX_DIRECT,
    rateLimits: e.RATE_LIMITS,
    trustProxy: e.TRUST_PROXY,
    /** What this process is for. */
    jobs: e.JOBS,
    /** Where a worker tells how it is, on the loopback address. */
    workerPort: e.WORKER_PORT,
    drainSeconds: e.DRAIN_SECONDS,
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    storagePublicUrl: e.STORAGE_PUBLIC_URL,
    storage: {
      /** `null`: folders of the data directory. */
      bucket: e.STORAGE_URL ?? null,
      /** Bytes. */
      perPerson: e.STORAGE_PER_PERSON * MEGABYTE,
      total: e.STORAGE_TOTAL * MEGABYTE,
    },
    appUrl: e.APP_URL,
    corsOrigins: e.CORS_ORIGINS,
    backup: {
      everyHours: e.BACKUP_EVERY,
      keep: e.BACKUP_KEEP,
      /** A folder's whole path, or `s3://…`. */
      target: e.BACKUP_TARGET,
      passphrase: e.BACKUP_PASSPHRASE,
      /** The migration at which an external database was backed up, as the operator says. */
      doneAt: e.BACKED_UP,
    },
    event: eventSettings(e),
    documents: documentSettings(e),
    transfer: transferSettings(e),
    cashOnDelivery: e.CASH_ON_DELIVERY === 'on',
    couriers: courierSettings(e),
    tv: tvSettings(e),
    ffmpegPath: e.FFMPEG_PATH,
    specialPackageCheck: e.SPECIAL_PACKAGE_CHECK,
    localTargets: e.LOCAL_TARGETS,
    visitsAddresses: e.VISIT_ADDRESSES ? e.VISIT_ADDRESSES === 'on' : isPublic,
  };
}

const databaseMistake = (e: z.infer<typeof Environment>): string | null =>
  e.DATABASE_DIRECT_URL !== undefined && e.DATABASE_URL === undefined
    ? 'DATABASE_DIRECT_URL: goes with DATABASE_URL, the address of the pooler; without a pooler set DATABASE_URL alone'
    : null;

/** Whether only this machine reaches the address: plain HTTP to a loopback name or number. */
function isLocalAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** What suits one's own machine would let everybody buy for nothing, or try passwords for ever: it has to be said twice. */
function refuseAccidents(e: z.infer<typeof Environment>): void {
  const accidents = [
    ...publicTestPaymentErrors(e),
    ...pretendedCouriers(e),
    !e.RATE_LIMITS &&
      e.ALLOW_NO_RATE_LIMITS !== '1' &&
      'RATE_LIMITS: off with a public PUBLIC_URL (or ALLOW_NO_RATE_LIMITS=1)',
    e.LOCAL_TARGETS && 'LOCAL_TARGETS: on with a public PUBLIC_URL',
  ].filter((accident) => accident !== false);
  if (accidents.length > 0) throw startupError(`Configuration is not usable:\n  ${accidents.join('\n  ')}`);
}
