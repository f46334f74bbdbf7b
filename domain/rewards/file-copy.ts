import type { StatementState } from './rules.ts';

/** Tables that viewers and accountants take away. */
export const rewardFiles = {
  own: (month: string) => `nagrade-${month}`,
  ownHeads: ['Dan', 'Televizor', 'L-baneri', 'TV sekunde', 'Iznos (RSD)'],
  otherTv: 'Drugi televizor',
  month: (month: string) => `obracuni-nagrada-${month}`,
  monthHeads: [
    'Gledalac',
    'Račun',
    'L-baneri',
    'TV sekunde',
    'Iznos meseca (RSD)',
    'Preneto (RSD)',
    'Bruto (RSD)',
    'Porez (RSD)',
    'Neto (RSD)',
    'Stanje',
    'Račun firme',
  ],
  states: {
    payable: 'Za isplatu',
    paid: 'Isplaćen',
    carried: 'Prenosi se',
    held: 'Zadržan',
  } satisfies Record<StatementState, string>,
};
