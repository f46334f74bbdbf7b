import { timestamp } from 'drizzle-orm/pg-core';

/** A moment; every one of ours has its time zone and is a Date. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
