import type { RewardRule } from '#domain/rewards/contract.ts';
import { ruleOn } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { RuleRow } from './rules.ts';

/** The newest first. */
export function describeRules(rules: readonly RuleRow[], now: Date): RewardRule[] {
  const today = dayOf(now);
  const valid = ruleOn(today, rules);
  return rules
    .map(({ id, validFrom, banner, tvSecond, ceiling, smallest }) => ({
      id,
      validFrom,
      banner,
      tvSecond,
      ceiling,
      smallest,
      state: id === valid?.id ? ('valid' as const) : validFrom > today ? ('announced' as const) : ('past' as const),
    }))
    .toReversed();
}
