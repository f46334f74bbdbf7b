import * as z from 'zod';
import { Day } from '../shapes.ts';
import { PACKAGE_IDS, type PackageId } from './packages.ts';
import { formatAccount, ibanOf, parseAccount } from './payment/bank-accounts.ts';

/**
 * What changes from one event to the next. Every value is configuration (`EVENT_*`); the shipped ones are plainly
 * placeholders whose control digits are valid, so that nothing downstream refuses them. Days are always 20–21 September.
 */
const Account = z.string().transform((text, check) => {
  const account = parseAccount(text);
  if (account) return account;
  check.addIssue('must be an account number with valid control digits');
  return z.NEVER;
});

/** `ticket-only=200,apartment-package=40`; a package that is not named has no limit. */
const Capacity = z.string().transform((text, check) => {
  const limits: Partial<Record<PackageId, number>> = {};
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [id = '', count = ''] = part.split('=').map((piece) => piece.trim());
    if (!(PACKAGE_IDS as readonly string[]).includes(id) || !/^\d{1,6}$/.test(count)) {
      check.addIssue(`must look like ticket-only=200,apartment-package=40; "${part.trim()}" does not`);
      return z.NEVER;
    }
    limits[id as PackageId] = Number(count);
  }
  return limits;
});

/** `2027-09-10`, or several with commas between. */
const Days = z
  .string()
  .transform((text) => text.split(',').map((day) => day.trim()))
  .pipe(z.array(Day));

export const eventEnvironment = {
  EVENT_YEAR: z.coerce.number().int().min(2024).max(2199).default(2027),
  EVENT_TOWN: z.string().default('Primorski Primer'),
  EVENT_HOTEL: z.string().default('Hotel Primer'),
  EVENT_STREET: z.string().default('Obala 1'),
  EVENT_POSTAL_CODE: z.string().default('85000'),
  EVENT_COUNTRY: z.enum(['ME', 'RS']).default('ME'),
  EVENT_ORGANISER: z.string().min(1).max(60).default('Organizator primer d.o.o.'),
  EVENT_RS_ACCOUNT: Account.default('999000000000010142'),
  EVENT_RS_STREET: z.string().max(40).default('Primer ulica 1'),
  EVENT_RS_CITY: z.string().max(40).default('Beograd'),
  EVENT_CG_ACCOUNT: Account.default('999000000000020230'),
  EVENT_CG_BIC: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters')
    .default('PRIMMEPG'),
  EVENT_CG_CITY: z.string().max(40).default('Podgorica'),
  EVENT_CAPACITY: Capacity.default({}),
  EVENT_REMINDER_DAYS: z.coerce.number().int().min(1).max(60).default(3),
  /** Days after which an unpaid place of a package with a capacity is given back; the notice goes out two days before. */
  EVENT_PENDING_DAYS: z.coerce.number().int().min(3).max(60).default(7),
  /** So many days before the event guests are mailed the way there and the timetable, once both are published. */
  EVENT_PROGRAMME_DAYS: z.coerce.number().int().min(1).max(60).default(14),
  /** Days (`2027-09-10,2027-09-11`) on which the doors can be tried with real tickets; their entries do not count at the event. */
  EVENT_REHEARSAL_DAY: Days.default([]),
};

export type EventEnvironment = z.infer<z.ZodObject<typeof eventEnvironment>>;
export type EventSettings = ReturnType<typeof eventSettings>;

export function eventSettings(e: EventEnvironment) {
  return {
    year: e.EVENT_YEAR,
    place: {
      hotel: e.EVENT_HOTEL,
      street: e.EVENT_STREET,
      postalCode: e.EVENT_POSTAL_CODE,
      town: e.EVENT_TOWN,
      country: e.EVENT_COUNTRY,
    },
    organiser: e.EVENT_ORGANISER,
    accounts: {
      RS: { account: formatAccount(e.EVENT_RS_ACCOUNT), street: e.EVENT_RS_STREET, city: e.EVENT_RS_CITY },
      CG: {
        account: formatAccount(e.EVENT_CG_ACCOUNT),
        iban: ibanOf(e.EVENT_CG_ACCOUNT, 'ME'),
        bic: e.EVENT_CG_BIC,
        city: e.EVENT_CG_CITY,
      },
    },
    capacity: e.EVENT_CAPACITY as Partial<Record<PackageId, number>>,
    reminderDays: e.EVENT_REMINDER_DAYS,
    pendingDays: e.EVENT_PENDING_DAYS,
    programmeDays: e.EVENT_PROGRAMME_DAYS,
    rehearsals: e.EVENT_REHEARSAL_DAY,
  };
}

/** The shipped placeholders, for pages drawn before the server was asked, and for tests. */
export const shippedSettings = eventSettings(z.object(eventEnvironment).parse({}));
