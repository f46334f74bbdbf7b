import type { Answer } from './request.ts';

/** What no answer may be, whatever was asked. */
export type Failure = 'hang' | 'server error' | 'stack trace' | 'words of the database';

const STACK = /\n\s+at .+:\d+:\d+|node_modules\/|\.(js|ts):\d+:\d+/;
const DATABASE =
  /syntax error at|relation "|column "|violates \w+[- ]\w* ?constraint|duplicate key value|invalid input syntax|\bpg_[a-z]+|deadlock detected|Failed query|DatabaseError/;

/** A refusal of the payment provider or of a server that is busy (503) is a refusal, not an error. */
export function failureOf({ status, text, hung }: Answer): Failure | null {
  if (hung) return 'hang';
  if (status >= 500 && status !== 503) return 'server error';
  if (status >= 400 && STACK.test(text)) return 'stack trace';
  if (status >= 400 && DATABASE.test(text)) return 'words of the database';
  return null;
}
