import type { Logger } from 'pino';

/** Where the sandbox logs what went wrong. */
export type Log = Pick<Logger, 'warn' | 'error'>;
