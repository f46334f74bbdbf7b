import { rewardsDeskCopy as copy } from '#domain/rewards/desk-copy.ts';
import { Badge } from '../ui/badge.tsx';
import type { Statement } from './desk.ts';

type StateKey = keyof typeof copy.states;

/** What staff read of it: why it waits stands before that it is payable. */
export function stateOf({ state, waits, holdReason }: Statement): StateKey {
  if (state === 'held')
    return holdReason === 'suspected' || holdReason === 'company' || holdReason === 'gone' ? holdReason : 'held';
  if (state === 'payable' && waits && waits !== 'bank') return waits;
  return state;
}

export const TONES: Record<StateKey, 'ok' | 'warn' | 'err' | 'info'> = {
  payable: 'ok',
  paid: 'ok',
  carried: 'info',
  held: 'warn',
  suspected: 'warn',
  company: 'warn',
  invoice: 'warn',
  tax_rate: 'warn',
  account: 'err',
  tax_number: 'err',
  gone: 'err',
};
export const StateBadge = ({ statement }: { statement: Statement }) => {
  const key = stateOf(statement);
  return <Badge tone={TONES[key]}>{copy.states[key]}</Badge>;
};
