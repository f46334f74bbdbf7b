import { company } from '../company.ts';
import type { Day } from '../day.ts';
import { formatMoney } from '../money.ts';
import { beforeComma, formatDate } from '../time.ts';
import { typeset, withNonBreakingSpaces } from '../typography.ts';

/** The line of an order and of its papers. */
export const feeName = 'Naknada za pouzeće';

/** Mails of orders that are paid on delivery. */
export const onDeliveryMail = {
  placed: {
    subject: (number: string) => `Primili smo narudžbinu ${number}`,
    preview: (amount: string) => `Kuriru plaćate ${amount}`,
    text: (product: string, amount: string) => `šaljemo Vam ${product}. Kuriru plaćate ${amount} pri preuzimanju.`,
    call: (phone: string) => `Pre slanja Vas zovemo na ${phone}, da potvrdimo adresu i iznos.`,
    button: 'Pogledajte narudžbinu',
  },
  missed: {
    subject: (number: string) => `Nismo Vas dobili, narudžbina ${number}`,
    preview: (until: string) => `Javite nam se do ${until}`,
    text: (number: string, phone: string) =>
      `tri puta smo Vas zvali na ${phone} zbog narudžbine ${number}, bez odgovora. Paket šaljemo kad potvrdite.`,
    after: (until: string) =>
      `Ako se ne javite do ${beforeComma(until)}, narudžbina se otkazuje. Odgovorite na ovu poruku kad Vam odgovara.`,
    button: 'Pogledajte narudžbinu',
  },
  badNumber: {
    subject: (number: string) => `Treba nam drugi broj telefona, narudžbina ${number}`,
    preview: 'Broj koji imamo nije ispravan.',
    text: (number: string, phone: string) =>
      `narudžbinu ${number} potvrđujemo telefonom pre slanja, a broj ${phone} nije ispravan. Upišite drugi na strani narudžbine.`,
    button: 'Upišite drugi broj',
  },
} as const;

/** On the page of one's own order. */
export const onDeliveryCopy = typeset({
  title: 'Kuriru plaćate',
  amount: (para: number) => formatMoney({ amount: para, currency: 'RSD' }),
  text: 'Pri preuzimanju, gotovinom ili karticom ako je kurir nosi. Račun dobijate uz paket i na email adresu.',
  call: {
    waits: (phone: string) => `Pre slanja vas zovemo na ${phone}.`,
    number: (phone: string) => `Broj ${phone} nije ispravan. Upišite drugi, da vas pozovemo pre slanja.`,
  },
  missed: (phone: string, until: Day) =>
    withNonBreakingSpaces(
      `Zvali smo vas tri puta na ${phone}. Javite se na ${company.email} do ${beforeComma(formatDate(until))}, inače se narudžbina otkazuje.`,
    ),
});
