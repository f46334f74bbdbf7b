import type { Sentences } from '../errors.ts';
import { formatMoney } from '../money.ts';

export const paymentRefusals = {
  PRODUCT_UNKNOWN: 'Taj proizvod ne postoji u ponudi. Vratite se na pakete i izaberite ponovo.',
  PRICE_CHANGED: ({ price }: { price: number }) =>
    `Cena se ne slaže sa cenovnikom: tačna cena je ${formatMoney({ amount: price * 100, currency: 'EUR' })}. Vratite se na pakete i izaberite ponovo; ništa nije naplaćeno.`,
  BUYER_INFO_MISSING: 'Nedostaju podaci kupca.',
  COMPANY_INFO_MISSING: 'Nedostaju podaci firme.',
  TAX_NUMBER_INVALID: 'PIB nije ispravan. Proverite cifre.',
  ALREADY_SUBSCRIBED: 'Ovaj paket vam je već aktivan. Pretplatu vodite na strani „Moj nalog“.',
  PAYMENT_PROVIDER_DOWN: 'Plaćanje se nije otvorilo. Pokušajte ponovo; novac nije skinut.',
  SESSION_MISSING: 'Nedostaje ID sesije',
  SESSION_UNKNOWN: 'Greška pri verifikaciji plaćanja',
} satisfies Sentences;
