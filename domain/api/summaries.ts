import type { ProcedureName } from '../calls.ts';
import { eventAndAdverts } from './event-and-adverts.ts';
import { money } from './money.ts';
import { people } from './people.ts';
import { programs } from './programs.ts';
import { shop } from './shop.ts';

/** What each procedure does, in English, for the description of the API (server/http/api/describe-api.ts). */
export const SUMMARIES: Record<ProcedureName, string> = {
  ...people,
  ...shop,
  ...money,
  ...eventAndAdverts,
  ...programs,
};
