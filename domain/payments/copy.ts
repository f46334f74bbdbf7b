import type { Sentences } from '../errors.ts';
import { formatMoney } from '../money.ts';
import { plural } from '../plural.ts';

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

export const copy = {
  /** A line of the payment page and of the provider's invoice. */
  lineName: ({ kind, name }: { kind: 'device' | 'package' | 'special'; name: string }) =>
    kind === 'package' ? `Reklamni paket ${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
} as const;

/** The sandbox's own pages: they stand in for the payment provider's and say so on every screen. */
export const sandboxCopy = {
  brand: 'vidik',
  banner: 'Probno plaćanje. Pravi novac se ne skida.',
  skip: 'Preskoči na sadržaj',
  payTitle: 'Plaćanje',
  subscribeTitle: 'Pretplata',
  to: (recipient: string) => `Prodavac: ${recipient}`,
  quantity: (n: number) => `${n} ×`,
  total: 'Za plaćanje',
  perMonth: 'mesečno',
  perMonths: (n: number) => plural(n, { one: 'na # mesec', few: 'na # meseca', other: 'na # meseci' }),
  email: (address: string) => `Potvrda stiže na ${address}.`,
  cardTitle: 'Probna kartica',
  cardNumber: 'Broj kartice',
  cardHint: 'Broj je već upisan. Prava kartica ovde ne može da se upotrebi.',
  cardExamples: 'Drugi probni brojevi',
  examples: {
    pays: 'plaćanje prolazi',
    declines: 'banka odbija karticu',
    'lacks funds': 'nema dovoljno novca',
    'declines renewals': 'prvo plaćanje prolazi, obnova ne',
  },
  cardUnknown: 'To nije probna kartica. Upišite jedan od probnih brojeva.',
  pay: (amount: string) => `Plati ${amount}`,
  decline: 'Neka banka odbije',
  payLater: 'Platiću uplatom preko banke',
  back: 'Nazad u prodavnicu',
  declined: 'Banka nije odobrila plaćanje. Ništa nije naplaćeno; pokušajte ponovo ili izaberite drugi način.',
  noFunds: 'Na kartici nema dovoljno novca. Ništa nije naplaćeno; pokušajte drugom karticom.',
  paidTitle: 'Ovo je već plaćeno',
  paidText: 'Ista strana ne može da se plati dva puta.',
  continue: 'Nastavite u prodavnicu',
  transferTitle: 'Uplata preko banke se čeka',
  transferText: 'Uplata sama stiže za dva dana po satu probnog sistema. Možete i odmah da odlučite.',
  transferArrived: 'Uplata je stigla',
  transferFailed: 'Uplata nije stigla',
  expiredTitle: 'Ova strana za plaćanje je istekla',
  expiredText: 'Ništa nije naplaćeno. Vratite se u prodavnicu i pokušajte ponovo.',
  unknownTitle: 'Ove strane nema',
  unknownText: 'Link nije potpun ili je probni sistem počeo iz početka.',

  portalTitle: 'Pretplata i računi',
  portalFor: (who: string) => `Kupac: ${who}`,
  noSubscriptions: 'Nema pretplata.',
  subscriptionStates: {
    incomplete: 'čeka prvu uplatu',
    active: 'aktivna',
    past_due: 'naplata nije uspela',
    canceled: 'završena',
  },
  renewsOn: (date: string) => `Sledeća naplata: ${date}`,
  endsOn: (date: string) => `Otkazana. Važi do ${date}`,
  endedOn: (date: string) => `Završena ${date}`,
  cancel: 'Otkaži pretplatu',
  cancelQuestion: 'Otkazujete pretplatu?',
  cancelText: (date: string) => `Važi do ${date}. Posle toga nema nove naplate.`,
  keep: 'Zadrži pretplatu',
  resume: 'Nastavi pretplatu',
  card: 'Kartica',
  cardOnFile: (last4: string) => `Završava se na ${last4}`,
  noCard: 'Nema sačuvane kartice.',
  changeCard: 'Promeni karticu',
  cardChanged: 'Kartica je promenjena.',
  invoices: 'Računi',
  noInvoices: 'Nema računa.',
  invoiceColumns: { number: 'Broj', date: 'Datum', amount: 'Iznos', state: 'Stanje' },
  invoiceStates: { open: 'nije plaćen', paid: 'plaćen', void: 'poništen' },
  payInvoice: 'Plati račun',
  invoicePaid: 'Račun je plaćen.',
  invoiceTitle: (number: string) => `Račun ${number}`,
  invoiceText: 'Probni račun, nije poreska isprava.',
} as const;
