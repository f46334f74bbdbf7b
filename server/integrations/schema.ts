export * from './webhooks/schema.ts';
