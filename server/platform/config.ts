import path from 'node:path';
import * as z from 'zod';
import { company } from '#domain/company.ts';
import { eventEnvironment, eventSettings } from '#domain/event-settings.ts';
import { cannotStart } from './cannot-start.ts';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  SUPER_ADMIN_EMAIL: z.email().toLowerCase().default('admin@vidik.example'),
  SUPER_ADMIN_PASSWORD: z.string().min(6).max(128).optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  STRIPE_SANDBOX: z.enum(['0', '1']).default('0'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default(`${company.brand} <${company.email}>`),
  EMAIL_CONFIRMATION: flag('off'),
  REQUIRE_ADMIN_MFA: flag('off'),
  REFERRAL_MAX_DIRECT: z.coerce.number().int().positive().optional(),
  RATE_LIMITS: flag('on'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  STORAGE_PUBLIC_URL: z.url().optional(),
  APP_URL: z.url().default('https://app.vidik.example'),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    ),
  ...eventEnvironment,
});

export type Config = ReturnType<typeof parseConfig>;

/** Reads the environment once, at start. Throws an Error that names every wrong variable. */
export function parseConfig(env: Record<string, string | undefined>) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = Environment.safeParse(present);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw cannotStart(`Configuration is not usable:\n${lines.join('\n')}`);
  }
  const e = result.data;
  if (e.NODE_ENV === 'production' && !e.STRIPE_SECRET_KEY && e.STRIPE_SANDBOX !== '1') {
    throw cannotStart(
      'Configuration is not usable:\n  STRIPE_SECRET_KEY: required in production (or STRIPE_SANDBOX=1)',
    );
  }
  if (e.STRIPE_SECRET_KEY && !e.STRIPE_WEBHOOK_SECRET) {
    throw cannotStart(
      'Configuration is not usable:\n  STRIPE_WEBHOOK_SECRET: required together with STRIPE_SECRET_KEY',
    );
  }
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '');
  return {
    environment: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    dataDir: path.resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    superAdmin: { email: e.SUPER_ADMIN_EMAIL, password: e.SUPER_ADMIN_PASSWORD },
    stripe: e.STRIPE_SECRET_KEY ? { secretKey: e.STRIPE_SECRET_KEY, webhookSecret: e.STRIPE_WEBHOOK_SECRET! } : null,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    emailConfirmation: e.EMAIL_CONFIRMATION,
    requireAdminMfa: e.REQUIRE_ADMIN_MFA,
    referralMaxDirect: e.REFERRAL_MAX_DIRECT,
    rateLimits: e.RATE_LIMITS,
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    storagePublicUrl: e.STORAGE_PUBLIC_URL,
    appUrl: e.APP_URL,
    corsOrigins: e.CORS_ORIGINS,
    event: eventSettings(e),
  };
}
