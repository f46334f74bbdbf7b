import type { Profile } from '../population.ts';

export interface PlacedOrder {
  id: string;
  number: number;
  buyer: Profile;
  /** Where the buyer goes on: of a card, the payment provider's page. */
  url: string;
}

export interface PackedParcel {
  id: string;
  key: string;
  serials: string[];
}
