import * as z from 'zod';
import { Day, Money } from '../shapes.ts';
import type { EventFacts as Facts, ReservedEvent as Reserved } from './event.ts';
import { COUNTRIES, PACKAGE_IDS } from './packages.ts';
import type { Instructions as PaymentInstructions } from './payment/instructions.ts';
import { createFailed, fieldErrors } from './reservation-copy.ts';
import { PERSONAL_FIELDS, personalErrors } from './rules.ts';

/** The event's shapes for the contract; pages import the plain files, which carry no zod. */
export const Country = z.enum(COUNTRIES, { error: fieldErrors.country });
export const PackageId = z.enum(PACKAGE_IDS, { error: fieldErrors.package });

export const EventFacts = z.object({
  year: z.int(),
  firstDay: Day,
  place: z.object({
    hotel: z.string(),
    street: z.string(),
    postalCode: z.string(),
    town: z.string(),
    country: z.enum(['ME', 'RS']),
  }),
  organiser: z.string(),
  change: z.object({ kind: z.enum(['moved', 'cancelled']), from: Day, reason: z.string() }).nullable(),
}) satisfies z.ZodType<Facts>;

export const ReservedEvent = EventFacts.omit({ change: true }).extend({
  place: EventFacts.shape.place.nullable(),
}) satisfies z.ZodType<Reserved>;

export const Instructions = z.object({
  country: Country,
  payee: z.string(),
  account: z.string(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  city: z.string(),
  amount: Money,
  purpose: z.string(),
  paymentCode: z.string().nullable(),
  model: z.string().nullable(),
  reference: z.string(),
  qr: z.object({ kind: z.enum(['ips', 'epc']), payload: z.string() }),
  dueAt: z.date(),
  lapses: z.boolean(),
}) satisfies z.ZodType<PaymentInstructions>;

export const PersonalInfo = z
  .object({
    firstName: z.string({ error: fieldErrors.firstName }).trim(),
    lastName: z.string({ error: fieldErrors.lastName }).trim(),
    email: z.string({ error: fieldErrors.email }).trim().toLowerCase(),
    phone: z.string({ error: fieldErrors.phone }).trim(),
  })
  .check(({ value, issues }) => {
    const errors = personalErrors(value);
    for (const field of PERSONAL_FIELDS) {
      const message = errors[field];
      if (message) issues.push({ code: 'custom', path: [field], message, input: value[field] });
    }
  });

/** What the dialog sends when it reaches the payment step. */
export const NewReservation = z.object({
  /** Made when the dialog opens; the same key never makes a second reservation. */
  key: z.uuid({ error: createFailed }),
  personalInfo: PersonalInfo,
  selectedCountry: Country,
  selectedPackage: PackageId,
  /** What the buyer was shown, in minor units: compared with the price list, never used. */
  shownAmount: z.int().optional(),
});
export type NewReservation = z.infer<typeof NewReservation>;
