import { company } from '../company.ts';
import type { Day } from '../day.ts';
import type { RefundWay } from '../payouts/rules.ts';
import { formatDate, formatDateInSentence } from '../time.ts';
import { typeset, withNonBreakingSpaces } from '../typography.ts';
import { countDevices } from '../wording.ts';
import type { ReturnKind, ReturnWay } from './rules.ts';
import { returnOutcomes, returnStates } from './words-copy.ts';

const kinds: Record<ReturnKind, string> = { withdrawal: 'Odustanak od kupovine', complaint: 'Prijava kvara' };

/** The buyer's page, /account/orders/{number}/return. */
export const returnCopy = typeset({
  orders: 'Narudžbine',
  what: 'Vraćanje',
  open: 'Vratite uređaj ili prijavite kvar',
  gone: (order: string) => `Narudžbina ${order} nije među vašim narudžbinama.`,
  kinds,
  kind: 'Šta želite',
  lead: (until: Day) =>
    withNonBreakingSpaces(
      `Razlog ne morate da navedete. Izjava važi od trenutka kada je pošaljete, a rok ističe ${formatDateInSentence(until).replace(/\.$/, '')} u ponoć.`,
    ),
  leadOfPart:
    'Razlog ne morate da navedete. Izjava važi od trenutka kada je pošaljete, a rok od 14 dana počinje kada stigne i ostatak narudžbine.',
  leadFault: 'Odgovaramo u roku od 8 dana. Slanje u garanciji plaćamo mi.',
  over: (until: Day) =>
    withNonBreakingSpaces(`Rok za odustanak je istekao ${formatDateInSentence(until)} Garancija važi i dalje.`),
  paidBack: 'Novac za ovu narudžbinu je već vraćen. Garancija važi i dalje.',
  company: 'Rok za odustanak zakon daje potrošačima, ne i firmama. Kvar možete da prijavite.',
  nothing: 'Nema uređaja koji mogu da se vrate',
  nothingText: 'Vraća se uređaj koji je isporučen, a nije već vraćen. O svemu drugom pišite nam.',
  devices: 'Šta vraćate',
  faulty: 'Koji uređaj ne radi',
  all: 'Izaberi sve',
  reason: 'Razlog',
  fault: 'Šta nije u redu',
  faultHint: 'Opišite kvar i šta predlažete: popravku, zamenu, umanjenje cene ili povraćaj.',
  how: 'Kako šaljete uređaj',
  label: 'Kurir dolazi kod mene',
  labelText: (cost: string) => `Nalepnica stiže na email adresu. Slanje košta ${cost} i odbija se od povraćaja.`,
  labelFree: 'Nalepnica stiže na email adresu. Slanje plaćamo mi.',
  own: 'Šaljem samostalno',
  ownText: `Na adresu: ${company.legalName}, ${company.address}.`,
  none: 'Izaberite bar jedan uređaj.',
  short: 'Opišite kvar sa bar deset karaktera.',
  refund: 'Povraćaj',
  count: countDevices,
  labelLine: 'Nalepnica',
  delivery: 'Dostava',
  deliveryIn: 'bila je u ceni',
  sum: 'Vraćamo vam',
  dinars: (amount: string) => `${amount} po kursu narudžbine`,
  next: 'Kako dalje',
  steps: {
    withdrawal: [
      'Potvrda izjave odmah stiže na vašu email adresu.',
      'Uređaj šaljete najkasnije za 14 dana.',
      'Posle pregleda vraćamo novac, najkasnije za 14 dana od izjave.',
    ],
    complaint: [
      'Potvrda o prijemu odmah stiže na vašu email adresu.',
      'Odgovaramo najkasnije za 8 dana.',
      'Kvar rešavamo najkasnije za 30 dana.',
    ],
  } satisfies Record<ReturnKind, string[]>,
  send: { withdrawal: 'Pošalji izjavu', complaint: 'Pošalji reklamaciju' } satisfies Record<ReturnKind, string>,
  back: 'Nazad na narudžbinu',
  sent: {
    withdrawal: 'Izjava je primljena. Potvrda stiže na vašu email adresu.',
    complaint: 'Reklamacija je primljena. Potvrda stiže na vašu email adresu.',
  } satisfies Record<ReturnKind, string>,
  earlier: 'Poslate izjave',
  state: returnStates,
  outcome: returnOutcomes,
  askedOn: (when: Date | string) => withNonBreakingSpaces(`poslato ${formatDate(when)}`),
  labelNumber: (number: string) => `Broj nalepnice: ${number}`,
  /** Of a statement that is called off by a person. */
  changedMind: (order: number) =>
    withNonBreakingSpaces(`Predomislili ste se? Pišite na ${company.email} i navedite broj narudžbine ${order}.`),
});

const refundedTo: Record<RefundWay, string> = { card: 'na karticu', account: 'na račun koji kupac upiše' };

/** The panel on the order's page of the desk. */
export const returnDesk = typeset({
  title: 'Vraćanje i reklamacije',
  head: (kind: ReturnKind, n: number) => `${kinds[kind]}: ${countDevices(n)}`,
  state: returnStates,
  outcome: returnOutcomes,
  way: { label: 'Traži nalepnicu', own: 'Šalje samostalno' } satisfies Record<ReturnWay, string>,
  due: {
    withdrawal: (by: Day) => withNonBreakingSpaces(`Novac vratiti do ${formatDate(by)}`),
    complaint: (by: Day) => withNonBreakingSpaces(`Rešiti do ${formatDate(by)}`),
  } satisfies Record<ReturnKind, (by: Day) => string>,
  reason: (text: string) => `Kupac: ${text}`,
  resolution: (text: string) => `Obrazloženje: ${text}`,
  labelNumber: (text: string) => `Nalepnica: ${text}`,
  again: 'Povraćaj nije uspeo ili nije potvrđen. Odlučite ponovo.',
  failed: 'Vraćanja nisu učitana',
  sendLabel: 'Pošalji nalepnicu',
  sendOtherLabel: 'Pošalji drugu nalepnicu',
  labelTitle: 'Nalepnica za vraćanje',
  labelText: 'Kupac dobija broj email porukom i pokazuje ga kuriru.',
  labelField: 'Broj nalepnice',
  receive: 'Primljeno',
  receiveTitle: 'Prijem vraćenih uređaja',
  receiveText: (n: number) => `Skenirajte serijske brojeve: ${countDevices(n)}.`,
  serials: 'Serijski brojevi',
  serialsHint: 'Svaki u svom redu.',
  partly: 'Ostali uređaji nisu stigli. Primaju se samo upisani, a vraćanje ostalih i dalje čeka.',
  decide: 'Odluči',
  decideTitle: 'Odluka o vraćanju',
  decideText: 'Odluka se šalje kupcu email porukom.',
  outcomes: 'Odluka',
  goods: 'Uređaji',
  goodsOf: { stock: 'Na zalihe', off: 'Otpis' },
  money: (amount: string, label: string | null, to: RefundWay) =>
    `Vraća se ${amount} ${refundedTo[to]}${label === null ? '' : `; odbijena je nalepnica ${label}`}.`,
  reduce: 'Umanji cenu',
  reducedTo: (price: string, to: RefundWay) =>
    `Kupac zadržava uređaj, a deo cene se vraća ${refundedTo[to]}: manje od ${price}.`,
  reductionWrong: (price: string) => `Upišite iznos manji od ${price}, na primer 19,90.`,
  noMoney: 'Po ovoj narudžbini nema uplate od koje novac može da se vrati.',
  paidBack: 'Novac po ovoj narudžbini je već vraćen. Upišite kupcu kada i kako.',
  resolutionField: 'Obrazloženje za kupca',
  lost: 'Izgubljeno u povratku',
  lostTitle: 'Paket je izgubljen u povratku?',
  lostText:
    'Za uređaj koji je kupac predao kuriru sa našom nalepnicom odgovaramo mi. Novac se vraća bez odbitka za nalepnicu, a uređaji se otpisuju.',
  callOff: 'Otkaži vraćanje',
  callOffTitle: 'Otkazivanje vraćanja',
  callOffText: 'Na primer kada kupac ipak zadržava uređaj. Kupac dobija email poruku.',
  done: 'Upisano.',
});
