import { formatMoney } from '../money.ts';
import type { PaymentWay, WayProblem } from '../order-states.ts';
import { DELIVERY_DAYS } from '../orders/rules.ts';
import { typeset } from '../typography.ts';
import { countMonths } from '../wording.ts';
import { WAYS } from './ways.ts';

const feeSaid = formatMoney({ amount: WAYS.cash_on_delivery.fee, currency: 'RSD' });
const mostSaid = formatMoney({ amount: WAYS.cash_on_delivery.most, currency: 'RSD' });

/** The choice of how an order is paid. */
export const waysCopy = typeset({
  title: 'Način plaćanja',
  hint: 'Cena je ista. Razlikuje se kada plaćate.',
  hintDevice: 'Cena uređaja je ista. Razlikuje se kada i kome plaćate; pouzeće ima naknadu kurira.',
  card: 'Kartica',
  transfer: 'Uplata na račun',
  cash_on_delivery: 'Pouzeće',
  /** In place of its fee, where it is too much to be paid on delivery. */
  onDeliveryMost: `do ${mostSaid}`,
  device: {
    cardFact: 'šaljemo isti ili sledeći radni dan',
    transferFact: 'šaljemo kad uplata stigne',
    cash_on_deliveryFact: `naknada ${feeSaid}`,
    later: (date: string | null) => (date ? `isporuka od ${date}` : 'šaljemo čim uređaji stignu'),
  },
  package: {
    cardFact: 'svakog meseca, paket počinje odmah',
    transferFact: 'unapred, paket počinje kad uplata stigne',
    cash_on_deliveryFact: '',
  },
  special: {
    cardFact: 'jednokratno',
    transferFact: 'jednokratno, unapred',
    cash_on_deliveryFact: '',
  },
  cardText: 'Visa, Mastercard ili Dina, na strani platne kuće. Podatke o kartici Vidik ne vidi i ne čuva.',
  transferText: (until: string | null) =>
    `Dobijate predračun sa IPS QR kodom${until === null ? '' : `, koji važi do ${until}`}; plaćate iz aplikacije banke ili na šalteru.`,
  transferFirm: (until: string) =>
    `Predračun na ime firme stiže odmah, sa IPS QR kodom i pozivom na broj. Važi do ${until}; dan ranije vas podsećamo.`,
  onDelivery: (amount: string, phone: string) =>
    `Kuriru plaćate ${amount} pri preuzimanju, gotovinom ili karticom ako je nosi. Pre slanja vas zovemo${phone ? ` na ${phone}` : ''}.`,
  wait: (date: string | null) =>
    date
      ? `Trenutno nema dovoljno slobodnih uređaja. Isporučujemo od ${date} redom kojim su narudžbine plaćene.`
      : `Trenutno nema dovoljno slobodnih uređaja. Šaljemo redom kojim su narudžbine plaćene, najkasnije ${DELIVERY_DAYS} dana od uplate.`,
  toCourier: 'Kuriru plaćate',
  fee: 'Naknada za pouzeće',
  not: {
    kind: 'Za ovu kupovinu nije moguća.',
    months: 'Karticom se plaća mesec po mesec.',
    country: 'Na račun u dinarima plaćaju samo kupci iz Srbije.',
    runs: 'Ovaj paket već plaćate karticom.',
    amount: 'Za ovaj iznos pouzeće nije moguće. Izaberite karticu ili uplatu na račun.',
    countryOnDelivery: 'Pouzećem šaljemo samo u Srbiju.',
    stock: 'Trenutno nema slobodnih uređaja, pa pouzeće nije moguće. Izaberite karticu ili uplatu na račun.',
    refused: 'Za ovaj telefon ili adresu pouzeće nije moguće. Izaberite karticu ili uplatu na račun.',
    off: 'Pouzeće trenutno nije moguće. Izaberite karticu ili uplatu na račun.',
  },
  months: 'Plaćate unapred za',
  monthsOption: countMonths,
  monthsNote: 'Paket se ne obnavlja sam: posle poslednjeg meseca se ništa ne naplaćuje.',
  perMonth: (n: number, price: string) => `${countMonths(n)} po ${price}`,
  toTransfer: 'Za uplatu',
  rate: (euros: string, rate: string) => `${euros} po kursu 1\u00a0€ = ${rate}\u00a0RSD`,
  base: 'Osnovica',
  vat: 'PDV 20%',
  afterOnDelivery: 'Danas ne plaćate ništa. Račun dobijate uz paket i na email adresu.',
  after: 'Danas ne plaćate ništa. Predračun otvaramo na sledećoj strani i šaljemo na email adresu.',
  ordering: 'Pravimo predračun…',
  orderingOnDelivery: 'Upisujemo narudžbinu…',
  orderFailed: 'Narudžbina nije poslata. Pokušajte ponovo; ista narudžbina ne može da nastane dva puta.',
  ends: (date: string | null) =>
    date
      ? `Pretplata karticom se završava ${date} i više se ne naplaćuje. Meseci plaćeni unapred počinju tog dana.`
      : 'Pretplata karticom se završava na kraju plaćenog meseca i više se ne naplaćuje. Meseci plaćeni unapred počinju tada.',
  /** Its last charge failed; `date` is that of the next attempt. */
  endsUnpaid: (date: string | null) =>
    [
      'Poslednja naplata sa kartice nije uspela. Kad uplata stigne, pretplata karticom se završava i više se ne naplaćuje, a meseci plaćeni unapred počinju odmah.',
      date && `Ako naplata ${date} uspe pre toga, počinju kad istekne mesec plaćen karticom.`,
    ]
      .filter(Boolean)
      .join(' '),
  inAdvance: 'Platite unapred, uplatom na račun',
});

/** Why a way cannot be chosen. */
export const whyNotSaid = (way: PaymentWay, why: WayProblem): string =>
  way === 'cash_on_delivery' && why === 'country' ? waysCopy.not.countryOnDelivery : waysCopy.not[why];

/** Who takes the parcel, and a firm's numbers. */
export const buyerMore = typeset({
  taxNumber: 'PIB',
  taxNumberHint: 'Devet cifara.',
  taxNumberWrong: 'PIB nije ispravan. Proverite cifre.',
  registrationNumber: 'Matični broj',
  registrationHint: 'Osam cifara.',
  consentFirm: 'Prihvatam [Uslove za firme].',
  other: 'Paket preuzima neko drugi',
  recipientName: 'Ime i prezime primaoca',
  recipientPhone: 'Telefon primaoca',
  recipientHint: 'Na ovaj broj zove kurir.',
});
