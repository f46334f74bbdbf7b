import { z } from 'zod';

/** Shapes that several contracts share. Files without zod (money.ts, plural.ts …) are what public pages import. */
export const Id = z.uuid();

export const Email = z.email().trim().toLowerCase().max(254);

export const Currency = z.enum(['EUR', 'RSD']);

export const Money = z.object({ amount: z.int(), currency: Currency });
