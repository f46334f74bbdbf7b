/** All tables, for Drizzle's typed client only. Code imports a table from its own domain's schema.ts. */
export * from './accounts/schema.ts';
export * from './advertising/schema.ts';
export * from './auth/schema.ts';
export * from './backup/schema.ts';
export * from './bank/schema.ts';
export * from './devices/schema.ts';
export * from './events/schema.ts';
export * from './installations/schema.ts';
export * from './orders/schema.ts';
export * from './payments/schema.ts';
export * from './platform/audit.schema.ts';
export * from './platform/day-totals.schema.ts';
export * from './platform/live.schema.ts';
export * from './platform/mail.schema.ts';
export * from './platform/servers.schema.ts';
export * from './tasks/schema.ts';
export * from './vouchers/schema.ts';
