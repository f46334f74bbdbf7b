import type { PaymentWay } from '../order-states.ts';
import { typeset } from '../typography.ts';

/** What differs by the way of paying in the words of an order; those of choosing a way stand in ways-copy.ts. */
export const wayWords = typeset({
  /** In lists, filters, exports and the log of changes. */
  lists: { card: 'kartica', transfer: 'uplata na račun', cash_on_delivery: 'pouzeće' },
  /** Above an order that waits for its money, on the desk. */
  waits: { card: 'Čeka uplatu', transfer: 'Čeka uplatu', cash_on_delivery: 'Pouzeće' },
  /** Its buyer chooses this way instead: the button, what it brings, what is said when it is done. */
  change: { card: 'Platite karticom', transfer: 'Platite uplatom na račun', cash_on_delivery: 'Platite pouzećem' },
  changeText: {
    card: 'Ono što je do sada traženo prestaje da važi. Posle izmene ovde otvarate plaćanje karticom; link stiže i na vašu email adresu.',
    transfer:
      'Dobijate predračun sa IPS QR kodom, koji stiže i na vašu email adresu. Otvorena strana za plaćanje karticom se zatvara, a naknada za pouzeće se briše.',
    cash_on_delivery:
      'Ono što je do sada traženo prestaje da važi. Dodaje se naknada za pouzeće, plaćate kuriru, a pre slanja vas zovemo.',
  },
  changed: {
    card: 'Narudžbina se plaća karticom.',
    transfer: 'Narudžbina se plaća uplatom na račun.',
    cash_on_delivery: 'Narudžbina se plaća pouzećem.',
  },
  /** Staff choose it for the buyer. */
  changeByStaff: {
    card: 'Promeni na karticu',
    transfer: 'Promeni na uplatu na račun',
    cash_on_delivery: 'Promeni na pouzeće',
  },
  changeByStaffText: {
    card: 'Ono što je do sada traženo prestaje da važi, a kupac dobija poruku sa linkom za plaćanje karticom.',
    transfer: 'Kupac dobija predračun. Otvorena strana za plaćanje karticom se zatvara, naknada za pouzeće se briše.',
    cash_on_delivery: 'Naknada za pouzeće se dodaje, kupac dobija poruku, a pre pakovanja ga zovemo.',
  },
  /** Its buyer calls the order off. */
  cancelText: {
    card: 'Plaćanje se zatvara i ništa se ne naplaćuje.',
    transfer: 'Predračun prestaje da važi. Ako ste već uplatili, ne otkazujte: uplata stiže za dan ili dva.',
    cash_on_delivery: 'Paket se ne šalje i ništa se ne naplaćuje.',
  },
} satisfies Record<string, Record<PaymentWay, string>>);
