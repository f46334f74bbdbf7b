import { CALLS, type ProcedureName } from '../calls.ts';
import { eventAndAdverts } from './event-and-adverts.ts';
import { money } from './money.ts';
import { people } from './people.ts';
import { programs } from './programs.ts';
import { shop } from './shop.ts';

type ListName = Extract<ProcedureName, `${string}.list`>;

const SUMMARIES: Record<Exclude<ProcedureName, ListName>, string> = {
  ...people,
  ...shop,
  ...money,
  ...eventAndAdverts,
  ...programs,
};

const isList = (name: ProcedureName): name is ListName => name.endsWith('.list');

/**
 * What a procedure does, in English, for the description of the API (server/http/api/describe-api.ts). Of one that is called `list` it
 * follows from what it reads.
 */
export const summaryOf = (name: ProcedureName): string =>
  isList(name) ? `List ${CALLS[name].reads.replace(/^own /, 'your ')}` : SUMMARIES[name];
