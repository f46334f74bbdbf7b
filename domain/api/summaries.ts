import type { ProcedureName } from '../calls.ts';
import { eventAndAdverts } from './event-and-adverts.ts';
import { integrations } from './integrations.ts';
import { money } from './money.ts';
import { people } from './people.ts';
import { shop } from './shop.ts';

/** What each procedure does, in English, for the description of the API (server/http/api/api-document.ts). */
export const SUMMARIES: Record<ProcedureName, string> = {
  ...people,
  ...shop,
  ...money,
  ...eventAndAdverts,
  ...integrations,
};
