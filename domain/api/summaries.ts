import { CALLS, type ProcedureName } from '../calls.ts';
import { eventAndAdvertSummaries } from './event-and-adverts.ts';
import { moneySummaries } from './money.ts';
import { peopleSummaries } from './people.ts';
import { programSummaries } from './programs.ts';
import { shopSummaries } from './shop.ts';

type ListName = Extract<ProcedureName, `${string}.list`>;

const SUMMARIES: Record<Exclude<ProcedureName, ListName>, string> = {
  ...peopleSummaries,
  ...shopSummaries,
  ...moneySummaries,
  ...eventAndAdvertSummaries,
  ...programSummaries,
};

const isList = (name: ProcedureName): name is ListName => name.endsWith('.list');

/**
 * What a procedure does, in English, for the description of the API (server/http/api/describe-api.ts). Of one that is called `list` it
 * follows from what it reads.
 */
export const summaryOf = (name: ProcedureName): string =>
  isList(name) ? `List ${CALLS[name].reads.replace(/^own /, 'your ')}` : SUMMARIES[name];
