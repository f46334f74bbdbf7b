import type { Dependencies } from '../../dependencies.ts';
import type { HeavyWorker } from '../../platform/jobs/heavy-lane.ts';

/** What was restored. */
export interface RestoredShop {
  /** When the archive was made: what happened after that, this database does not know. */
  madeAt: Date;
  restoredAt: Date;
  /** What whoever resumes has decided about old mails; `null`: nothing yet. */
  mails: 'send' | 'drop' | null;
  /** What whoever resumes has decided about jobs that fail; `null`: nothing yet. */
  jobs: 'leave' | null;
  /** The last numbers that were given out since the archive, an empty list for none; `null`: nobody has said. */
  documents: string[] | null;
  /** Whether whoever resumes has looked at what the bank paid since the archive; `null`: nobody has said so. */
  payouts: 'checked' | null;
}

/**
 * One thing that a restored shop must catch up with before it goes on; its mails wait for a decision. It may run several times, and finds
 * nothing to do the second time.
 */
export interface ResumePart {
  name: string;
  run(deps: Dependencies, restored: RestoredShop, heavy: HeavyWorker | null): Promise<PartOutcome>;
}

export interface PartOutcome {
  /** What was done, for whoever resumes; numbers and ids, never people. */
  lines: string[];
  /** A person must decide first: the shop stays held. */
  waits?: boolean;
}
