import * as z from 'zod';

/** Shapes that several contracts share. Files without zod (money.ts, plural.ts …) are what public pages import. */
export const Id = z.uuid();

export const Email = z.email().trim().toLowerCase().max(254);

export const Currency = z.enum(['EUR', 'RSD']);

/** Of a sorted list; by time, `desc` is newest first. */
export const Direction = z.enum(['asc', 'desc']).default('desc');

/** A yes or no that may come in an address: `?all=true`. */
export const Flag = z.union([z.boolean(), z.stringbool()]);

export const Money = z.object({ amount: z.int(), currency: Currency });
