import { sql } from 'drizzle-orm';
import type { Random } from '../random.ts';
import type { Wish } from '../request.ts';
import type { World } from '../world.ts';

/** What an operation needs besides its shape to be answered with a yes: rows that are there, and a person who may. */
export type Recipe = (world: World, random: Random, ask: Ask) => Promise<Wish>;
/** Asks the server something on the way. */
export type Ask = (method: string, path: string, token: string | undefined, body?: unknown) => Promise<unknown>;

export const withId = (id: string): Wish => ({ params: { id } });

const cached = new Map<string, Promise<string[]>>();

/** One of the values that the query finds the first time it finds any; something unknown while it finds none. */
export async function some(
  world: World,
  random: Random,
  query: string,
  prepare: () => Promise<void> = async () => {},
): Promise<string> {
  if (!cached.has(query))
    cached.set(
      query,
      prepare().then(() => world.ids(sql.raw(query))),
    );
  const found = await cached.get(query)!;
  if (found.length === 0) cached.delete(query);
  return found.length > 0 ? random.pick(found) : random.uuid();
}

export const rowOf =
  (query: string): Recipe =>
  async (world, random) =>
    withId(await some(world, random, query));

/** Most of the time somebody of their own, so that the people of the run stay as they are. */
export const asFreshMember =
  (body: (email: string) => unknown): Recipe =>
  async (world) => {
    const { token, email } = await world.made('member');
    return { token, body: body(email) };
  };
