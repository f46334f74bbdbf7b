import type { Currency } from '../money.ts';

/** Units that were credited to a company at once. */
export interface UnitPurchase {
  /** The package; `null`: units of a voucher or a correction. */
  name: string | null;
  units: number;
  /** The whole package, of which these units are a part; `null`: it cost nothing. */
  paid: Package | null;
}

interface Package {
  amount: number;
  currency: Currency;
  banners: number;
  tvSeconds: number;
}

export interface UnitSpending {
  /** As in `UnitPurchase`; several months of a package at one price are one. */
  name: string | null;
  units: number;
  /** In cents or paras; zero: units of a voucher or a correction. */
  amount: number;
  currency: Currency | null;
  /** The package as it was sold. */
  package: Omit<Package, 'currency'> | null;
}

/** Ten TV seconds are worth as much as one banner (decisions, Adverts): the units of which a package has so many. */
export const chargedUnits = ({ banners, tvSeconds }: Pick<Package, 'banners' | 'tvSeconds'>): number =>
  banners + tvSeconds / 10;

/**
 * What one campaign spent of what its company bought: units bought first are spent first, day by day, and those that were given back
 * (refunds, disputes, corrections) are taken from the youngest. Units are those of the campaign's kind: banners or TV seconds.
 */
export function unitsSpentByCampaign(
  campaign: { id: string; kind: 'banner' | 'spot' },
  {
    bought,
    takenBack,
    shown,
  }: {
    /** In the order in which they were credited. */
    bought: readonly UnitPurchase[];
    takenBack: number;
    /** What all campaigns of the company showed, in the order in which it was shown. */
    shown: readonly { campaign: string; units: number }[];
  },
): UnitSpending[] {
  const left = keptOf(bought, takenBack);
  const order = bought.map((_, n) => n);
  const own = bought.map(() => 0);
  for (const { campaign: of, units } of shown) {
    const taken = take(left, units, order);
    if (of === campaign.id) for (const [n, some] of taken.entries()) own[n]! += some;
  }
  const spent = new Map<string, UnitSpending>();
  for (const [n, { name, paid }] of bought.entries()) {
    const units = own[n]!;
    if (units === 0) continue;
    const currency = paid?.currency ?? null;
    const amount = costOf(units, paid, campaign.kind);
    const sold = paid && { amount: paid.amount, banners: paid.banners, tvSeconds: paid.tvSeconds };
    const key = JSON.stringify([name, currency, sold]);
    const before = spent.get(key) ?? { name, units: 0, amount: 0, currency, package: sold };
    spent.set(key, { ...before, units: before.units + units, amount: before.amount + amount });
  }
  return [...spent.values()].map((one) => ({ ...one, amount: Math.round(one.amount) }));
}

/** In cents or paras, not rounded. */
const costOf = (units: number, paid: Package | null, kind: 'banner' | 'spot'): number =>
  paid ? paid.amount * (units / (chargedUnits(paid) * (kind === 'banner' ? 1 : 10))) : 0;

/** Which purchases the free units of a company are of: what its campaigns hold is of those that were bought before. */
export function freeUnitPurchases(
  bought: readonly UnitPurchase[],
  { takenBack, shown, free }: { takenBack: number; shown: number; free: number },
): UnitPurchase[] {
  const left = unitsLeftByPurchase(bought, { takenBack, shown });
  const all = left.reduce((sum, units) => sum + units, 0);
  take(
    left,
    Math.max(0, all - free),
    bought.map((_, n) => n),
  );
  return bought.map((one, n) => ({ ...one, units: left[n]! })).filter(({ units }) => units > 0);
}

/**
 * What each play of a budget costs when it is spent of these, bought first spent first: of what, and in hundredths of a cent; `price` is
 * `null` when they were paid in two currencies. `null`: nothing is free.
 */
export function pricePerPlayOfBudget(
  free: readonly UnitPurchase[],
  { kind, budget, unitsOfPlay }: { kind: 'banner' | 'spot'; budget: number; unitsOfPlay: number },
): { names: (string | null)[]; price: { amount: number; currency: Currency } | null } | null {
  const left = free.map(({ units }) => units);
  const taken = take(
    left,
    budget,
    free.map((_, n) => n),
  );
  const spent = free.flatMap(({ name, paid }, n) => {
    const units = taken[n]!;
    const sold = { name, units, amount: costOf(units, paid, kind), currency: paid?.currency ?? null, package: null };
    return units === 0 ? [] : [sold];
  });
  const plays = spent.reduce((sum, { units }) => sum + units, 0) / unitsOfPlay;
  if (plays === 0) return null;
  return { names: [...new Set(spent.map(({ name }) => name))], price: pricePerPlay(spent, plays) };
}

/** What is left of each purchase when so many units were given back and shown, by the same rule. */
export function unitsLeftByPurchase(
  bought: readonly Pick<UnitPurchase, 'units'>[],
  gone: { takenBack: number; shown: number },
): number[] {
  const left = keptOf(bought, gone.takenBack);
  take(
    left,
    gone.shown,
    bought.map((_, n) => n),
  );
  return left;
}

function keptOf(bought: readonly Pick<UnitPurchase, 'units'>[], takenBack: number): number[] {
  const left = bought.map(({ units }) => units);
  take(
    left,
    takenBack,
    bought.map((_, n) => bought.length - 1 - n),
  );
  return left;
}

/** Takes units out of what is left, in that order; how many of each. */
function take(left: number[], units: number, order: readonly number[]): number[] {
  const taken = left.map(() => 0);
  let missing = units;
  for (const n of order) {
    const some = Math.min(left[n]!, missing);
    left[n]! -= some;
    taken[n]! += some;
    missing -= some;
    if (missing === 0) break;
  }
  return taken;
}

/** What a counted play cost, in hundredths of a cent; `null`: nothing was counted, or it was paid in two currencies. */
export function pricePerPlay(
  spent: readonly UnitSpending[],
  plays: number,
): { amount: number; currency: Currency } | null {
  const currencies = new Set(spent.flatMap(({ currency }) => currency ?? []));
  if (plays === 0 || currencies.size > 1) return null;
  const amount = spent.reduce((sum, one) => sum + one.amount, 0);
  return { amount: Math.round((100 * amount) / plays), currency: [...currencies][0] ?? 'EUR' };
}
