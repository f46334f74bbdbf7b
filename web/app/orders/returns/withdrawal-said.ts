import { followCopy } from '#domain/fulfilment/follow-copy.ts';
import { returnCopy } from '#domain/returns/copy.ts';
import { withdrawalDaysLeft } from '#domain/returns/rules.ts';
import type { OwnReturnsRow } from './return-row.ts';

type Own = Pick<OwnReturnsRow, 'kinds' | 'until' | 'isCompany' | 'isPaidBack'>;

/** Why what may only be complained about is not withdrawn from. */
export const noWithdrawalSaid = ({ until, isCompany, isPaidBack }: Own): string =>
  isCompany ? returnCopy.company : isPaidBack ? returnCopy.paidBack : returnCopy.over(until!.withdrawal!);

/** What the buyer reads of withdrawing on its order; `left` while it may, once all has come. */
export function withdrawalSaid(own: Own, today: string): { isOpen: boolean; left: string | null; text: string } {
  if (!own.kinds.includes('withdrawal')) return { isOpen: false, left: null, text: noWithdrawalSaid(own) };
  const day = own.until!.withdrawal;
  return {
    isOpen: true,
    left: day && followCopy.daysLeft(withdrawalDaysLeft(day, today)),
    text: day ? followCopy.changeUntil(day) : followCopy.changePart,
  };
}
