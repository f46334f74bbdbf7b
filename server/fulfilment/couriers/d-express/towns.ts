import * as z from 'zod';
import { DAY_MS } from '#domain/day.ts';
import { foldText } from '#domain/fold.ts';
import type { Consignment } from '../courier.ts';

/** What is read of a place of the register; the rest of its fields is the courier's. */
const Towns = z.array(
  z.object({ Id: z.coerce.number(), Name: z.string(), PttNo: z.coerce.number(), Del: z.boolean().optional() }),
);
type Towns = z.infer<typeof Towns>;

/** The whole register: places since a day before there were any. */
export const TOWNS_PATH = 'data/towns?date=20000101000000';

/** The places of the courier, read when first needed and once a day; it is its register, so nothing of it is kept. */
export function openTowns(ask: (path: string) => Promise<string>, now: () => number = Date.now) {
  let known: { towns: Towns; at: number } | null = null;
  async function read(): Promise<Towns> {
    if (known && now() - known.at < DAY_MS) return known.towns;
    const towns = Towns.parse(JSON.parse(await ask(TOWNS_PATH))).filter(({ Del }) => !Del);
    known = { towns, at: now() };
    return towns;
  }
  /** By postal code and name, else by a name or a code that only one place has. */
  return async ({ city, postalCode }: Consignment['receiver']): Promise<number | null> => {
    const towns = await read();
    const named = towns.filter(({ Name }) => foldText(Name) === foldText(city.trim()));
    const coded = towns.filter(({ PttNo }) => String(PttNo) === postalCode.trim());
    const both = named.filter((town) => coded.includes(town));
    return [both, named, coded].find(({ length }) => length === 1)?.[0]?.Id ?? both[0]?.Id ?? null;
  };
}
