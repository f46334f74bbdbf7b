import type { PromiseRow } from './promise.ts';

const RULES = 'domain/playout/rules.test.ts › reported a second later';

/** Said of adverts and what is counted. */
export const playoutPromises: PromiseRow[] = [
  { said: 'playout/rules-copy.ts countingRules.rules.4', by: 'call playout.tv.report', test: RULES },
  {
    said: 'playout/rules-copy.ts reasonCopy.late.name',
    by: 'call playout.tv.report',
    test: 'server/playout/playout.test.ts › four days without a network: what was shown comes late, and its units were free before',
  },
];
