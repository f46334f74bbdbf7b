import type { PromiseRow } from './promise.ts';

const RULES = 'domain/playout/rules.test.ts › reported a second later';

const NO_NETWORK =
  'server/playout/protocol.test.ts › ten minutes without a network: it goes on with its bag, and all of it counts once';

/** Said of adverts and what is counted. */
export const playoutPromises: PromiseRow[] = [
  { said: 'playout/rules-copy.ts countingRules.rules.4', by: 'call playout.tv.report', test: RULES },
  ...['one', 'few', 'other'].map((form) => ({
    said: `playout/tv-copy.ts tvCopy.offlineText.${form}`,
    by: 'call playout.tv.report' as const,
    test: NO_NETWORK,
  })),
  {
    said: 'campaigns/own-copy.ts editorCopy.nameHint',
    by: 'call campaigns.own.read',
    test: 'server/campaigns/campaigns.test.ts › nobody reads, changes or takes the files of another company’s campaign',
  },
  {
    said: 'playout/rules-copy.ts reasonCopy.late.name',
    by: 'call playout.tv.report',
    test: 'server/playout/playout.test.ts › four days without a network: what was shown comes late, and its units were free before',
  },
];
