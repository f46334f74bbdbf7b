export * from './keys/schema.ts';
