import type { Dependencies } from '../dependencies.ts';
import { removeExpiredDocuments } from '../flows/documents/remove-expired.ts';
import { renderDocument, renderOverdueDocuments } from '../flows/documents/render-document.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { RENDER_JOB } from './issue.ts';

export const documentJobNames = [RENDER_JOB, 'documents.render-late', 'documents.remove-expired'] as const;

/** Drawing is no heavy job: it takes a fraction of a second, and mails wait for it, which a backup must not hold up. */
export const documentJobs = (deps: Dependencies): Record<(typeof documentJobNames)[number], Jobs[string]> => ({
  [RENDER_JOB]: { work: ({ id }) => renderDocument(deps, id!) },
  'documents.render-late': { work: () => renderOverdueDocuments(deps), every: '*/5 * * * *' },
  'documents.remove-expired': { work: () => removeExpiredDocuments(deps), every: '35 4 * * *' },
});
