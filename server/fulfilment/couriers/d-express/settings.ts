import * as z from 'zod';
import { Email } from '#domain/shapes.ts';

const CODES = /^([A-Z]{2})(\d{10})-([A-Z]{2})(\d{10})$/;

/** `AB0000000001-AB0000099999`: what the courier has given us to number boxes with. */
const Codes = z.string().transform((text, check) => {
  const [, prefix, first, other, last] = CODES.exec(text) ?? [];
  if (prefix && prefix === other && Number(first) <= Number(last))
    return { prefix, first: Number(first), last: Number(last) };
  check.addIssue('must be two codes of one series, as AB0000000001-AB0000099999');
  return z.NEVER;
});

/** `6,7`: codes of messages. */
const MissedCodes = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  )
  .pipe(z.array(z.string().regex(/^-?\d{1,4}$/, 'must be numbers of messages, as 6,7')));

/** The environment variables of D Express. */
export const dExpressEnvironment = {
  D_EXPRESS_URL: z.url().default('https://usersupport.dexpress.rs/ExternalApi'),
  D_EXPRESS_USER: z.string().optional(),
  D_EXPRESS_PASSWORD: z.string().optional(),
  D_EXPRESS_CLIENT: z
    .string()
    .regex(/^UK\d{5}$/, 'must be UK and five digits')
    .optional(),
  /** Two, with a comma, while one is replaced by the other. */
  D_EXPRESS_WEBHOOK_SECRET: z
    .string()
    .transform((list) => list.split(','))
    .pipe(
      z
        .array(z.string().trim().min(16, 'at least 16 characters each'))
        .max(2, 'must be one secret, or two with a comma'),
    )
    .optional(),
  D_EXPRESS_CODES: Codes.optional(),
  /** The place parcels are fetched from, by the courier's register. */
  D_EXPRESS_TOWN: z.coerce.number().int().min(100_000).max(10_000_000).optional(),
  D_EXPRESS_EMAIL: Email.optional(),
  /** Its name on bank statements, by which its transfers are recognised. */
  D_EXPRESS_PAYER: z.string().trim().min(3).max(70).default('D EXPRESS'),
  /** Its own page about a box, where `{code}` stands for its number. */
  D_EXPRESS_TRACKING: z
    .string()
    .regex(/^https:\/\/[^\s{}]+\{code\}[^\s{}]*$/, 'must begin with https:// and hold {code}')
    .optional(),
  /** Codes of its messages by which it says that it found nobody at the address. */
  D_EXPRESS_MISSED: MissedCodes.default([]),
  D_EXPRESS_SANDBOX: z.enum(['0', '1']).default('0'),
};
const Environment = z.object(dExpressEnvironment);
type DExpressEnvironment = z.infer<typeof Environment>;

const NEEDED = [
  'D_EXPRESS_PASSWORD',
  'D_EXPRESS_CLIENT',
  'D_EXPRESS_WEBHOOK_SECRET',
  'D_EXPRESS_CODES',
  'D_EXPRESS_TOWN',
] as const;

/** What it cannot start with; `null`: it can. */
export function dExpressMistake(e: DExpressEnvironment, environment: string): string | null {
  if (!e.D_EXPRESS_USER)
    return environment === 'production' && e.D_EXPRESS_SANDBOX !== '1'
      ? 'D_EXPRESS_USER: required in production with COURIERS=d-express (or D_EXPRESS_SANDBOX=1)'
      : null;
  const missing = NEEDED.find((name) => e[name] === undefined);
  return missing ? `${missing}: required together with D_EXPRESS_USER` : null;
}

/** What would let parcels be pretended at a public address. */
export const pretendedDExpress = (e: DExpressEnvironment): string[] =>
  !e.D_EXPRESS_USER && e.D_EXPRESS_SANDBOX !== '1'
    ? ['D_EXPRESS_USER: required with a public PUBLIC_URL (or D_EXPRESS_SANDBOX=1: the courier is pretended)']
    : [];

export interface DExpressSettings {
  url: string;
  user: string;
  password: string;
  client: string;
  /** Of its messages: either is taken while one is replaced by the other. */
  secrets: readonly string[];
  codes: { prefix: string; first: number; last: number };
  town: number;
  email: string | null;
  /** Codes of messages: nobody was found. */
  missed: readonly string[];
}

export const dExpressSettings = (e: DExpressEnvironment) => ({
  /** `null`: the double. */
  dExpress: e.D_EXPRESS_USER
    ? ({
        url: e.D_EXPRESS_URL,
        user: e.D_EXPRESS_USER,
        password: e.D_EXPRESS_PASSWORD!,
        client: e.D_EXPRESS_CLIENT!,
        secrets: e.D_EXPRESS_WEBHOOK_SECRET!,
        codes: e.D_EXPRESS_CODES!,
        town: e.D_EXPRESS_TOWN!,
        email: e.D_EXPRESS_EMAIL ?? null,
        missed: e.D_EXPRESS_MISSED,
      } satisfies DExpressSettings)
    : null,
  dExpressEmail: e.D_EXPRESS_EMAIL ?? null,
  dExpressKnown: { payer: e.D_EXPRESS_PAYER, tracking: e.D_EXPRESS_TRACKING ?? null },
});
