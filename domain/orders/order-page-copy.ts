import { correctionWords, couriersToChoose, fiscalWords, newsWords } from '../fulfilment/copy.ts';
import type { CourierNews } from '../fulfilment/courier-requests.ts';
import type { LossChoice } from '../fulfilment/lost/lost.ts';
import { lossDesk } from '../fulfilment/lost/lost-copy.ts';
import type { CorrectionReason, FiscalKind } from '../fulfilment/rules.ts';
import { type PackingCourier, shipmentKeyIn } from '../fulfilment/shipment.ts';
import type { PaymentWay } from '../order-states.ts';
import { plural } from '../plural.ts';
import { isSellerVatPayer } from '../prices.ts';
import { refundCopy, refundProblem, refundReasons } from '../refunds/copy.ts';
import type { RefundReason } from '../refunds/rules.ts';
import type { ReturnOutcome } from '../returns/rules.ts';
import { returnDecided } from '../returns/words-copy.ts';
import { countDevices } from '../wording.ts';
import {
  callBeforeShippingText,
  callExtendedText,
  callUndoneText,
  missedDeliveryCallText,
} from './calls/calls-copy.ts';
import type { OrderEventFacts, OrderEventKind } from './events.ts';

/** /admin/orders/{number}. */
export const orderCopy = {
  title: (number: number) => `Narudžbina ${number}`,
  meta: (when: string, product: string, way: string, status: string) =>
    `Naručeno ${when} · ${product} · ${way} · status u Prodaji: ${status}`,
  neighbours: {
    label: 'Susedne narudžbine',
    previous: 'Prethodna narudžbina,',
    next: 'Sledeća narudžbina,',
    first: 'prva',
    last: 'poslednja',
  },
  log: 'Otvori u dnevniku',
  more: 'Još',
  gone: (number: string) => `Narudžbina ${number} ne postoji.`,
  failed: 'Narudžbina',
  live: 'Uživo',
  items: {
    title: 'Stavke',
    devices: countDevices,
    returned: (n: number) => `vraćeno: ${n}`,
    product: 'Proizvod',
    quantity: 'Količina',
    price: 'Cena',
    amount: 'Iznos',
    /** Of a company that pays no VAT nothing is said of it. */
    total: isSellerVatPayer() ? 'Ukupno, sa PDV 20%' : 'Ukupno',
    delivery: 'Dostava',
    deliveryIncluded: 'u ceni',
    vat: 'Od toga PDV',
    toCourier: 'Kurir naplaćuje',
    refunded: 'Vraćeno',
    left: 'Ostaje plaćeno',
    rate: (rate: string) => `Kurs narudžbine: 1 € = ${rate} RSD, ne menja se.`,
  },
  timeline: {
    title: 'Tok narudžbine',
    show: 'Prikaži u toku',
    kinds: {
      all: 'Sve',
      payment: 'Plaćanje',
      fulfilment: 'Isporuka',
      documents: 'Dokumenti',
      mails: 'Poruke',
      returns: 'Povraćaj',
      notes: 'Beleške',
    },
    system: 'sistem',
    provider: 'platna kuća',
    visitor: 'posetilac',
    erased: 'obrisan nalog',
    /** A program with a key, and whose duties it has. */
    byKey: (key: string, who: string) => `ključ: ${key} (${who})`,
    empty: 'Ovde još nema ničeg.',
    line: (statement: string, row: number, reference: string) =>
      `Izvod ${statement}, red ${row}${reference ? `, poziv na broj ${reference}` : ''}.`,
    mail: (name: string) => `Poslata poruka „${name}“.`,
    mailQueued: (name: string) => `Poruka „${name}“ čeka slanje.`,
    mailFailed: (name: string) => `Poruka „${name}“ nije poslata.`,
    note: 'Interna beleška',
    document: (name: string, number: string, amount: string) => `${name} ${number}${amount ? `: ${amount}` : ''}.`,
  },
  documents: {
    title: 'Dokumenti',
    kind: 'Dokument',
    number: 'Broj',
    issued: 'Izdato',
    amount: 'Iznos',
    open: 'Otvori',
    all: 'Preuzmi sve (ZIP)',
    empty: 'Još nema dokumenata.',
    emptyDevice: 'Račun se izdaje kad se paket preda kuriru, a garantni list kad stigne kupcu.',
    emptyCod: 'Račun se izdaje kad se paket preda kuriru i ide uz paket. Predračun se za pouzeće ne izdaje.',
  },
  note: {
    label: 'Interna beleška',
    placeholder: 'Interna beleška: vide je samo zaposleni',
    save: 'Sačuvaj belešku',
    saved: 'Beleška je sačuvana.',
    failed: 'Beleška nije sačuvana. Tekst je ostao u polju; pokušajte ponovo.',
  },
  customer: {
    title: 'Kupac',
    open: 'Otvori',
    since: (date: string) => `Član od ${date}`,
    closed: (date: string) => `Nalog zatvoren ${date}`,
    first: 'prva narudžbina',
    installer: 'monter',
    email: 'Email',
    phone: 'Telefon',
    orders: (n: number) => plural(n, { one: 'narudžbina', few: 'narudžbine', other: 'narudžbina' }),
    paid: 'plaćeno ukupno',
    televisions: (n: number, away: number) =>
      `${plural(n, { one: 'televizor', few: 'televizora', other: 'televizora' })}${away > 0 ? `, ${plural(away, { one: '# van veze', few: '# van veze', other: '# van veze' })}` : ''}`,
    inviter: 'Preporuka',
    network: 'Mreža',
    place: (level: number, downline: number) =>
      `N${level}, ${plural(downline, { one: '# član ispod', few: '# člana ispod', other: '# članova ispod' })}`,
    others: 'Druge narudžbine',
    erased: 'Nalog kupca je obrisan.',
  },
  address: {
    title: 'Adresa isporuke',
    company: 'Podaci firme',
    copy: 'Kopiraj',
    what: 'adresu',
    known: 'Kurir zna ovu adresu',
    unknown: 'Kurir ne zna ovu adresu',
  },
  payment: {
    title: 'Plaćanje',
    way: 'Način',
    came: 'Stiglo',
    reference: 'Poziv na broj',
    line: (statement: string, row: number) => `izvod ${statement}, red ${row}`,
    key: 'Oznaka',
    surplus: {
      card: 'plaćeno dvaput',
      transfer: 'višak, novac kupca',
      cash_on_delivery: 'plaćeno dvaput',
    } satisfies Record<PaymentWay, string>,
    refunded: 'Vraćeno',
    empty: 'Uplata još nije stigla.',
  },
  mails: {
    title: 'Poruke',
    again: 'Pošalji ponovo',
    againFor: (name: string) => `poruku „${name}“`,
    sent: (when: string) => `poslata ${when}`,
    queued: 'čeka slanje',
    failed: (why: string) => `nije poslata: ${why}`,
    expired: 'nije poslata na vreme',
    repeated: 'Poruka je ponovo poslata.',
    notRepeated: 'Poruka nije poslata. Pokušajte ponovo.',
    empty: 'Nijedna poruka o ovoj narudžbini.',
  },
  keys: {
    neighbour: 'susedna narudžbina',
    note: 'beleška',
    refund: 'vrati novac',
    address: 'izmeni adresu',
    edit: 'E',
    write: 'B',
  },
} as const;

interface EventWords {
  group: 'payment' | 'fulfilment' | 'documents' | 'returns';
  /** `amount` is empty where the event has none. */
  text: (amount: string, reference: string, facts: OrderEventFacts) => string;
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const money = (text: string) => (amount: string) => (amount === '' ? `${text}.` : `${text}: ${amount}.`);
/** Months paid ahead wait meanwhile, and begin again when nothing goes back. */
const ofMonths =
  (text: string) =>
  (amount: string, _reference: string, { months }: OrderEventFacts) =>
    Number(months) > 0 ? `${text}: ${amount} ${refundCopy.months(Number(months))}.` : money(text)(amount);
const of =
  (text: string) =>
  (_amount: string, _reference: string, { serials }: OrderEventFacts) =>
    `${text}: ${serials}.`;
const attached = ({ pictures }: OrderEventFacts): string =>
  pictures
    ? ` ${plural(Number(pictures), { one: 'Priložena # slika', few: 'Priložene # slike', other: 'Priloženo # slika' })}.`
    : '';
const one =
  (text: string) =>
  (_amount: string, _reference: string, { serial }: OrderEventFacts) =>
    `${text}: ${serial}.`;
const parcel = (text: string) => (_: string, reference: string) => `${text}, pošiljka ${shipmentKeyIn(reference)}.`;

/** What is said of each event, and with which others it is shown. */
export const eventWords: Record<OrderEventKind, EventWords> = {
  placed: {
    group: 'payment',
    text: (amount, _reference, { told }) =>
      `${money('Narudžbina primljena')(amount)}${told ? ` Kupcu je pre toga pročitano šta mora da zna (verzija ${told}), i pristao je.` : ''}`,
  },
  payment_processing: { group: 'payment', text: () => 'Uplata je na putu; platna kuća je još nije potvrdila.' },
  paid: { group: 'payment', text: money('Plaćeno') },
  part_paid: { group: 'payment', text: money('Stigao deo uplate') },
  overpaid: { group: 'payment', text: money('Stigla je uplata koju narudžbina ne traži') },
  surplus_used: {
    group: 'payment',
    text: (amount, _reference, { order }) => `Višak od ${amount} plaća narudžbinu ${order}.`,
  },
  cancelled: { group: 'payment', text: () => 'Narudžbina je otkazana: plaćanje nije završeno.' },
  lapsed: { group: 'payment', text: () => 'Predračun je istekao, a uplata nije stigla; narudžbina je otkazana.' },
  extended: { group: 'payment', text: () => 'Rok predračuna je produžen.' },
  delivery_changed: { group: 'fulfilment', text: () => 'Promenjena adresa isporuke.' },
  company_changed: { group: 'documents', text: () => 'Promenjeni podaci firme.' },
  called: { group: 'fulfilment', text: (_amount, _reference, facts) => callBeforeShippingText(facts) },
  call_extended: { group: 'fulfilment', text: (_amount, _reference, facts) => callExtendedText(facts) },
  missed_called: { group: 'fulfilment', text: (_amount, _reference, facts) => missedDeliveryCallText(facts) },
  call_undone: { group: 'fulfilment', text: () => callUndoneText },
  collected: { group: 'payment', text: money('Kurir je naplatio') },
  settled: { group: 'payment', text: money('Novac od kurira je stigao') },
  way_changed: { group: 'payment', text: money('Promenjen način plaćanja') },
  refunded: { group: 'returns', text: money('Vraćen novac') },
  refund_asked: { group: 'returns', text: ofMonths('Povraćaj čeka potvrdu druge osobe') },
  refund_declined: { group: 'returns', text: ofMonths('Povraćaj je odbijen') },
  refund_lapsed: { group: 'returns', text: ofMonths('Povraćaj niko nije potvrdio na vreme') },
  refund_started: {
    group: 'returns',
    text: (amount, _reference, { devices, months, reason, way }) =>
      `Vraća se ${amount}${Number(devices) > 0 ? ` ${refundCopy.devices(Number(devices))}` : ''}${Number(months) > 0 ? ` ${refundCopy.months(Number(months))}` : ''} ${way === 'account' ? 'na račun kupca' : 'na karticu'}. Razlog: ${lowered(refundReasons[reason as RefundReason])}.`,
  },
  payout_account: {
    group: 'returns',
    text: (_amount, _reference, { by }) =>
      by === 'buyer' ? 'Kupac je upisao račun za povraćaj.' : 'Upisan je račun za povraćaj koji je kupac rekao.',
  },
  payout_listed: {
    group: 'returns',
    text: (amount, _reference, { list }) => `Povraćaj ${amount} je u nalogu za isplatu ${list}.`,
  },
  payout_returned: { group: 'returns', text: money('Banka je vratila isplatu, kupac je zamoljen za drugi račun') },
  payout_again: { group: 'returns', text: money('Vraćena isplata je poslata na drugi račun') },
  refund_refused: {
    group: 'returns',
    text: (amount, _reference, { problem }) =>
      `Povraćaj ${amount} na karticu nije prošao: ${refundProblem(String(problem))}.`,
  },
  refund_failed: { group: 'returns', text: money('Banka je vratila povraćaj') },
  disputed: { group: 'returns', text: money('Kupac osporava plaćanje') },
  dispute_won: { group: 'returns', text: money('Spor je rešen u našu korist') },
  dispute_lost: { group: 'returns', text: money('Spor je izgubljen') },
  withdrawn: { group: 'returns', text: () => 'Kupac odustaje od kupovine.' },
  withdrawal_resolved: { group: 'returns', text: () => 'Odustanak je zatvoren bez povraćaja celog iznosa.' },
  return_asked: {
    group: 'returns',
    text: (amount, reference, facts) => of('Kupac vraća')(amount, reference, facts) + attached(facts),
  },
  return_label_sent: {
    group: 'returns',
    text: (_amount, _reference, { label }) => `Poslata nalepnica za vraćanje, broj ${label}.`,
  },
  return_received: { group: 'returns', text: of('Primljeno nazad') },
  return_decided: {
    group: 'returns',
    text: (_amount, _reference, { outcome, lost }) =>
      `${returnDecided[outcome as ReturnOutcome]}${lost ? ', izgubljeno u povratku' : ''}.`,
  },
  return_called_off: { group: 'returns', text: of('Vraćanje je otkazano') },
  exchange_asked: { group: 'returns', text: one('Počela je zamena uređaja') },
  exchange_received: {
    group: 'returns',
    text: (amount, reference, facts) =>
      one(facts.spare ? 'Uređaj viška je kod nas' : 'Neispravan uređaj je kod nas')(amount, reference, facts),
  },
  exchange_done: {
    group: 'returns',
    text: (_amount, _reference, { serial, replacement }) => `Zamenjeno: umesto ${serial} kupac ima ${replacement}.`,
  },
  exchange_cancelled: { group: 'returns', text: one('Otkazana je zamena uređaja') },
  delivered_before_records: {
    group: 'fulfilment',
    text: () => 'Plaćeno pre uvođenja evidencije pošiljki; vodi se kao isporučeno.',
  },
  delivery_confirmed: {
    group: 'fulfilment',
    text: () => 'Potvrđeno: isporučeno je pre uvođenja evidencije pošiljki.',
  },
  delivery_denied: {
    group: 'fulfilment',
    text: () => 'Nije bilo isporučeno pre uvođenja evidencije pošiljki; čeka pakovanje.',
  },
  packed: { group: 'fulfilment', text: parcel('Spakovano') },
  handed_over: { group: 'fulfilment', text: parcel('Predato kuriru') },
  in_transit: { group: 'fulfilment', text: parcel('Na putu') },
  delivered: { group: 'fulfilment', text: parcel('Isporučeno') },
  refused: { group: 'fulfilment', text: parcel('Kupac nije primio paket') },
  returned: { group: 'fulfilment', text: parcel('Paket se vratio') },
  lost: { group: 'fulfilment', text: parcel('Paket je izgubljen') },
  damaged: { group: 'fulfilment', text: parcel('Paket je oštećen') },
  serial_corrected: {
    group: 'fulfilment',
    text: (_amount, _reference, { parcel: key, from, to, reason }) =>
      `Ispravljen serijski broj u pošiljci ${key}: umesto ${from} upisan je ${to}, ${correctionWords[reason as CorrectionReason]}.`,
  },
  receipt_entered: {
    group: 'documents',
    text: (_amount, _reference, { kind, number }) =>
      number
        ? `${fiscalWords[kind as FiscalKind]}: ${number}.`
        : `Faktura nije u SEF-u: ${fiscalWords[kind as FiscalKind]}.`,
  },
  courier_told: {
    group: 'fulfilment',
    text: (_amount, _reference, { parcel: key, status, news }) =>
      news
        ? `Pošiljka ${key}: ${newsWords[news as CourierNews]}.`
        : `Pošiljka ${key}: kurir javlja nepoznatu oznaku ${status}.`,
  },
  courier_changed: {
    group: 'fulfilment',
    text: (_amount, _reference, { parcel: key, to }) =>
      `Pošiljka ${key}: kurir je ${couriersToChoose[to as PackingCourier]}.`,
  },
  loss_choice: {
    group: 'fulfilment',
    text: (_amount, reference, { choice, by }) =>
      `Pošiljka ${shipmentKeyIn(reference)}: kupac želi ${lossDesk.choices[choice as LossChoice]}${by === 'staff' ? ', upisalo osoblje' : ''}.`,
  },
  loss_settled: {
    group: 'fulfilment',
    text: (amount, reference, { outcome }) =>
      `Pošiljka ${shipmentKeyIn(reference)}: ${outcome === 'paid' ? `kurir je nadoknadio ${amount}` : `kurir je odbio zahtev od ${amount}`}.`,
  },
  parcel_cancelled: { group: 'fulfilment', text: parcel('Pošiljka je otkazana') },
};
