import type { VENUES } from './rules.ts';

export const venueNames: Record<(typeof VENUES)[number], string> = {
  household: 'Domaćinstvo',
  restaurant: 'Restoran',
  cafe: 'Kafić',
  reception: 'Recepcija',
  salon: 'Salon',
};
