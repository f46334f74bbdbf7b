import type { Sentences } from '../errors.ts';
import { formatCode } from '../vouchers/rules.ts';
import type { LedgerEntry, LedgerUnit, SubscriptionState } from './contract.ts';
import { packageTitle } from './package-title.ts';

/** What an entry of the ledger says about itself. */
export function explainEntry({
  reason,
  delta,
  packageName,
  voucherCode,
  note,
}: Pick<LedgerEntry, 'reason' | 'delta' | 'packageName' | 'voucherCode' | 'note'>): string {
  const title = packageName ? packageTitle(packageName) : null;
  switch (reason) {
    case 'package':
      return title ? `Paket ${title}` : 'Reklamni paket';
    case 'voucher':
      return voucherCode ? `Vaucher kod ${formatCode(voucherCode)}` : 'Vaucher kod';
    case 'refund':
      return title ? `Povraćaj novca za paket ${title}` : 'Povraćaj novca';
    case 'correction':
      if (title) return `Povraćaj novca za paket ${title} nije uspeo; stanje je vraćeno`;
      return note ? `Ispravka: ${note}` : 'Ispravka';
    case 'dispute':
      if (delta < 0) return title ? `Osporeno plaćanje za paket ${title}` : 'Osporeno plaćanje';
      return 'Osporavanje je završeno; stanje je vraćeno';
    case 'shown':
      return delta < 0 ? 'Viđeni prikazi' : 'Ispravka viđenih prikaza';
  }
}

export const ledgerUnits: Record<LedgerUnit, string> = { banner: 'L-baneri', tv_second: 'TV sekunde' };

export const subscriptionStates: Record<SubscriptionState | 'once', string> = {
  starting: 'Čeka prvu uplatu',
  active: 'Aktivna',
  pastDue: 'Naplata nije uspela',
  endsOn: 'Otkazana, još važi',
  paused: 'Pauzirana',
  cancelled: 'Završena',
  once: 'Jednokratno',
};

/** Sold packages as the admin sees them. */
export const soldColumns = {
  date: 'Datum',
  company: 'Firma',
  email: 'Email',
  package: 'Paket',
  banners: 'L-baneri',
  tvSeconds: 'TV sekunde',
  amount: 'Iznos',
  currency: 'Valuta',
  refunded: 'Vraćeno',
  invoice: 'Račun',
  state: 'Pretplata',
  renewsAt: 'Sledeća naplata',
  endsAt: 'Važi do',
} as const;

export const soldFile = (day: string) => `paketi-${day}`;

export const advertisingRefusals = {
  PORTAL_NOT_YET: 'Još nemate pretplatu ni račune.',
  SUBSCRIPTION_GONE: 'Te pretplate više nema.',
  SUBSCRIPTION_ENDED: 'Ova pretplata je već završena.',
  SUBSCRIPTION_STOPPED: 'Ovu pretplatu je u međuvremenu zaustavio neko drugi. Vaš razlog nije poslat kupcu.',
  SUBSCRIPTION_PAUSED: 'Ovu pretplatu je u međuvremenu pauzirao neko drugi. Vaš razlog nije poslat kupcu.',
  SUBSCRIPTION_ENDS: 'Ova pretplata je već otkazana i više se ne naplaćuje, pa pauza tu ništa ne menja.',
  SUBSCRIPTION_UNPAID:
    'Naplata za ovu pretplatu nije prošla, pa pretplata ne može da se pauzira. Treba promeniti karticu ili otkazati pretplatu.',
  SUBSCRIPTION_BLOCKED: 'Nalog je blokiran. Dok je tako, pretplata se ne naplaćuje i ne menja.',
  SUBSCRIPTION_WITHOUT_PORTAL:
    'Za ovu pretplatu nema strane na kojoj se menja kartica: nalog je obrisan ili nema stranu kod platne kuće.',
  INVOICE_NONE: 'Za ovu uplatu nema računa kod platne kuće.',
  PORTAL_DOWN: 'Strana za pretplatu se nije otvorila. Pokušajte ponovo.',
} satisfies Sentences;
