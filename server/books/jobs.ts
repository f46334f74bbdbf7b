import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { catchUpBooks } from './catch-up.ts';
import { proveBooks } from './prove.ts';

export const bookJobNames = ['books.catch-up', 'books.prove'] as const;

export const bookJobs = (deps: Dependencies): Record<(typeof bookJobNames)[number], Jobs[string]> => ({
  'books.catch-up': { work: () => catchUpBooks(deps), every: '* * * * *' },
  'books.prove': { work: () => proveBooks(deps), every: '25 4 * * *', heavy: true },
});
