import * as z from 'zod';

/** Snapshot of the buyer form or the company form; free of meaning for money. */
export const Delivery = z.record(z.string(), z.string().nullable());
export type Delivery = z.infer<typeof Delivery>;
