import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A place held for the event, paid by bank transfer to the organiser. */
export const reservations = pgTable(
  'porudzbine',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: bigint('broj', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity({ startWith: 101 }),
    firstName: text('ime').notNull(),
    lastName: text('prezime').notNull(),
    email: text('email').notNull(),
    phone: text('telefon').notNull(),
    country: text('zemlja', { enum: ['RS', 'CG'] }).notNull(),
    packageId: text('selektovan_paket').notNull(),
    /** Minor units of `valuta`. */
    amount: integer('iznos').notNull(),
    currency: text('valuta', { enum: ['RSD', 'EUR'] }).notNull(),
    status: text('status', { enum: ['pending', 'placeno'] })
      .notNull()
      .default('pending'),
    confirmed: boolean('potvrdjeno').notNull().default(false),
    notes: text('beleske').notNull().default(''),
    /** One reservation for one opened dialog, however often the request arrives. */
    idempotencyKey: uuid('idempotency_key').unique(),
    confirmedAt: at('confirmed_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('porudzbine_newest').on(t.createdAt.desc(), t.id.desc()),
    index('porudzbine_of_email').on(t.email),
    index('porudzbine_of_package').on(t.packageId),
    check('porudzbine_zemlja', sql`${t.country} in ('RS', 'CG')`),
    check('porudzbine_valuta', sql`(${t.country} = 'RS') = (${t.currency} = 'RSD')`),
    check('porudzbine_status', sql`${t.confirmed} = (${t.status} = 'placeno')`),
    check('porudzbine_iznos', sql`${t.amount} > 0`),
  ],
);
