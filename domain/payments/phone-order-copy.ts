import { copy as devices } from '../catalogue/copy.ts';
import { company } from '../company.ts';
import { formatMoney } from '../money.ts';
import { DELIVERY_DAYS, REFUND_DAYS } from '../orders/rules.ts';
import { isSellerVatPayer } from '../prices.ts';
import { labelCost } from '../returns/rules.ts';
import { formatDateInSentence } from '../time.ts';
import { typeset } from '../typography.ts';
import { WITHDRAWAL_DAYS } from '../withdrawal-days.ts';
import type { PhoneOrderFacts } from './phone-order-facts.ts';
import { WAYS } from './ways.ts';

const dinars = (para: number) => formatMoney({ amount: para, currency: 'RSD' });

/** On /admin/new-order, beside the sentences. */
export const phoneOrderCopy = typeset({
  title: 'Recite kupcu pre narudžbine',
  lead: 'Pročitajte redom, pa pitajte kupca da li pristaje. Isti tekst stiže mu i email porukom.',
  tick: 'Kupac je ovo čuo i pristaje',
  missing: 'Pročitajte kupcu ovaj tekst i označite da pristaje.',
});

/** With the same sentences in the mail about the order: „Vi“ with a capital letter. */
export const phoneOrderMail = { before: 'Ovo smo Vam rekli telefonom pre narudžbine. Sačuvajte ovu poruku.' };

/** Read aloud and mailed, each a sentence of its own. Whoever changes a word gives it a new version (`PHONE_ORDER_TEXT_VERSION`). */
const told = {
  seller: `Prodavac je ${company.legalName}, ${company.address}, matični broj ${company.registrationNumber}, telefon ${company.phone}, email ${company.email}. Ovaj razgovor vodimo radi prodaje uređaja Vidik.`,
  product: (name: string) =>
    `Naručujete: ${name}. Svaki uređaj se uključuje u USB ulaz televizora i ima licencu za program. ${devices.included} ${devices.honest}`,
  price: (total: string, fee: string | null) =>
    `Ukupno plaćate ${total}: cena sadrži${isSellerVatPayer() ? ' PDV i' : ''} dostavu${fee ? `, kao i naknadu za pouzeće ${fee}` : ''}. Drugih troškova nema.`,
  transfer: (until: string) =>
    `Plaćate uplatom na račun, po predračunu koji stiže email porukom i važi do ${until} Ako uplata ne stigne do tada, narudžbina se otkazuje i ništa ne dugujete. Isporuka je najkasnije ${DELIVERY_DAYS} dana od uplate.`,
  onDelivery: `Plaćate kuriru, pri preuzimanju. Pre slanja Vas zovemo da potvrdite adresu i iznos. Ako paket ne preuzmete, ništa ne dugujete. Isporuka je najkasnije ${DELIVERY_DAYS} dana od narudžbine.`,
  withdrawal: (label: string) =>
    `Od kupovine možete da odustanete u roku od ${WITHDRAWAL_DAYS} dana od prijema uređaja, bez navođenja razloga. Uređaj vraćate u roku od ${REFUND_DAYS} dana od izjave, a trošak vraćanja je Vaš, osim ako je neispravan; naša nalepnica košta ${label}, što se odbija od povraćaja. Novac, sa troškom dostave, vraćamo najkasnije ${REFUND_DAYS} dana od izjave; sa vraćanjem možemo da sačekamo dok uređaj ne stigne ili dok ne dobijemo dokaz da je poslat.`,
  fee: 'Naknada za pouzeće se vraća kada odustanete od cele narudžbine.',
  complaint: `Za saobraznost uređaja odgovaramo dve godine. Reklamaciju primamo na ${company.email} i na ${company.phone}: odgovaramo u roku od 8 dana, a rešavamo je u roku od 30 dana. Spor može da se reši i vansudski, pred telom sa liste nadležnog ministarstva.`,
  duty: 'Ako pristanete, naručujete uz obavezu plaćanja. Sve ovo stiže Vam i email porukom, sa obrascem za odustanak.',
};

/** What a consumer hears before an order on the phone, in the order in which it is read. */
export function phoneOrderScript({ productName, total, until }: PhoneOrderFacts): string[] {
  const { fee } = WAYS[until ? 'transfer' : 'cash_on_delivery'];
  const label = dinars(labelCost('withdrawal', 'label', 'RSD', 1));
  return [
    told.seller,
    told.product(productName),
    told.price(dinars(total), fee > 0 ? dinars(fee) : null),
    until ? told.transfer(formatDateInSentence(until)) : told.onDelivery,
    fee > 0 ? `${told.withdrawal(label)} ${told.fee}` : told.withdrawal(label),
    told.complaint,
    told.duty,
  ];
}
