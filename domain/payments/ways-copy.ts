import { plural } from '../plural.ts';
import { typeset } from '../typography.ts';

const months = (n: number) => plural(n, { one: '# mesec', few: '# meseca', other: '# meseci' });

/** The choice of how an order is paid. */
export const waysCopy = typeset({
  title: 'Način plaćanja',
  hint: 'Cena je ista. Razlikuje se kada plaćate.',
  card: 'Kartica',
  transfer: 'Uplata na račun',
  device: {
    cardFact: 'šaljemo isti ili sledeći radni dan',
    transferFact: 'šaljemo kad uplata stigne',
  },
  package: {
    cardFact: 'svakog meseca, paket počinje odmah',
    transferFact: 'unapred, paket počinje kad uplata stigne',
  },
  special: {
    cardFact: 'jednokratno',
    transferFact: 'jednokratno, unapred',
  },
  cardText: 'Visa, Mastercard ili Dina, na strani platne kuće. Podatke o kartici Vidik ne vidi i ne čuva.',
  transferText: 'Dobijate predračun sa IPS QR kodom. Važi 7 dana; plaćate iz aplikacije banke ili na šalteru.',
  transferFirm: (until: string) =>
    `Predračun na ime firme stiže odmah, sa IPS QR kodom i pozivom na broj. Važi do ${until}; dan ranije vas podsećamo.`,
  not: {
    kind: 'Za ovu kupovinu nije moguća.',
    months: 'Karticom se plaća mesec po mesec.',
    country: 'Na račun u dinarima plaćaju samo kupci iz Srbije.',
    runs: 'Ovaj paket već plaćate karticom.',
  },
  months: 'Plaćate unapred za',
  monthsOption: months,
  monthsNote: 'Paket se ne obnavlja sam: posle poslednjeg meseca se ništa ne naplaćuje.',
  perMonth: (n: number, price: string) => `${months(n)} po ${price}`,
  toTransfer: 'Za uplatu',
  rate: (euros: string, rate: string) => `${euros} po kursu 1\u00a0€ = ${rate}\u00a0RSD`,
  base: 'Osnovica',
  vat: 'PDV 20%',
  after: 'Danas ne plaćate ništa. Predračun otvaramo na sledećoj strani i šaljemo na email adresu.',
  ordering: 'Pravimo predračun…',
  orderFailed: 'Narudžbina nije poslata. Pokušajte ponovo; ista narudžbina ne može da nastane dva puta.',
  ends: (date: string | null) =>
    date
      ? `Pretplata karticom se završava ${date} i više se ne naplaćuje. Meseci plaćeni unapred počinju tog dana.`
      : 'Pretplata karticom se završava na kraju plaćenog meseca i više se ne naplaćuje. Meseci plaćeni unapred počinju tada.',
  inAdvance: 'Platite unapred, uplatom na račun',
});

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
