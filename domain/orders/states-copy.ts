import type { ShipmentState } from '../fulfilment/shipment.ts';
import type { FulfilmentState, PaymentState } from '../order-states.ts';

/** The two axes of an order in words. */
export const paymentWords: Record<PaymentState, string> = {
  unpaid: 'Čeka uplatu',
  processing: 'Obrađuje se',
  paid: 'Plaćeno',
  part_refunded: 'Delimično vraćeno',
  refunded: 'Vraćeno',
  due: 'Plaća se kuriru',
  collected: 'Naplatio kurir',
  settled: 'Poravnato sa kurirom',
  cancelled: 'Otkazano',
};

export const fulfilmentWords: Record<FulfilmentState, string> = {
  new: 'Nova',
  packed: 'Spakovana',
  handed_over: 'Predata kuriru',
  in_transit: 'Na putu',
  delivered: 'Isporučena',
  refused: 'Odbijena',
  returned: 'Vraćena',
  lost: 'Izgubljena',
  damaged: 'Oštećena',
};

/** Of one parcel. */
export const parcelWords: Record<ShipmentState, string> = { ...fulfilmentWords, cancelled: 'Otkazana' };

export const axes = {
  payment: 'Plaćanje',
  fulfilment: 'Isporuka',
  dispute: 'Kupac osporava plaćanje',
  part: (n: number, of: number) => `${n} od ${of} paketa`,
} as const;
