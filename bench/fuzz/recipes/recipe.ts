import { sql } from 'drizzle-orm';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import type { PlannedRequest } from '../request.ts';

/** What an operation needs besides its shape to be answered with a yes: rows that are there, and a person who may. */
export type Recipe = (context: FuzzContext, random: Random, ask: Ask) => Promise<PlannedRequest>;
/** Asks the server something on the way. */
export type Ask = (method: string, path: string, token: string | undefined, body?: unknown) => Promise<unknown>;

export const withId = (id: string): PlannedRequest => ({ params: { id } });

/** Of each shop that is asked, by query. */
const cachedIn = new WeakMap<FuzzContext, Map<string, Promise<string[]>>>();

/** One of the values that the query finds the first time it finds any; something unknown while it finds none. */
export async function some(
  context: FuzzContext,
  random: Random,
  query: string,
  prepare: () => Promise<void> = async () => {},
): Promise<string> {
  const cached = cachedIn.get(context) ?? new Map<string, Promise<string[]>>();
  cachedIn.set(context, cached);
  if (!cached.has(query))
    cached.set(
      query,
      prepare().then(() => context.ids(sql.raw(query))),
    );
  const found = await cached.get(query)!;
  if (found.length === 0) cached.delete(query);
  return found.length > 0 ? random.pick(found) : random.uuid();
}

export const rowOf =
  (query: string): Recipe =>
  async (context, random) =>
    withId(await some(context, random, query));

/** Most of the time somebody of their own, so that the people of the run stay as they are. */
export const asFreshMember =
  (body: (email: string) => unknown): Recipe =>
  async (context) => {
    const { token, email } = await context.createPerson('member');
    return { token, body: body(email) };
  };
