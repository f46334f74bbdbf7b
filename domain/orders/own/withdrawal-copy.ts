import { company } from '../../company.ts';
import type { Count } from '../../count.ts';
import type { Day } from '../../day.ts';
import type { Sentences } from '../../errors.ts';
import { plural } from '../../plural.ts';
import { beforeComma, formatDate, formatDateInSentence, formatTime } from '../../time.ts';
import { typeset, withNonBreakingSpaces } from '../../typography.ts';
import { WITHDRAWAL_DAYS } from '../../withdrawal-days.ts';
import { countDays, countDevices } from '../../wording.ts';

/** Withdrawing from a device order: what the member terms say in article 8, as a form and its answers. */
export const orderRefusals = {
  CALL_NOT_WAITING: 'Ishod je upravo upisan, ili narudžbina više ne čeka poziv. Pogledajte novo stanje.',
  CALL_STAYS:
    'Ishod više ne može da se poništi: rok je prošao, kupac je dobio poruku ili je narudžbina u međuvremenu krenula dalje.',
  NOTHING_COLLECTED: 'Po ovoj narudžbini kurir nema naš novac.',
  SURPLUS_GONE: 'Taj višak više ne može da plati ovu narudžbinu.',
  ORDER_NOT_UNPAID: 'Za ovu narudžbinu je novac već stigao ili je otkazana, pa ova izmena više nije moguća.',
  ORDER_CHANGED: 'Narudžbina je u međuvremenu izmenjena. Pogledajte novo stanje pa nastavite.',
  DELIVERY_CLOSED: 'Paket je spakovan ili je već isporučen, pa adresa ne može da se promeni.',
  COMPANY_CLOSED: 'Račun je izdat ili je paket spakovan, pa podaci firme ne mogu da se promene.',
  POSTAL_CODE_WRONG: 'Poštanski broj ne odgovara zemlji isporuke.',
  EXTENSION_WRONG: 'Novi rok mora da bude posle sadašnjeg, najviše 60 dana od danas.',
  ORDER_GONE: 'Te narudžbine nema na vašem nalogu.',
  TOO_MANY_VIEWS: 'Imate najviše 20 pregleda. Obrišite neki pa sačuvajte novi.',
  VIEW_GONE: 'Taj pregled više ne postoji.',
  RATE_PAST: ({ from }: { from: Day }) => `Taj dan je prošao. Kurs može da važi najranije od ${formatDate(from)}`,
  RATE_HOLDS: 'Kurs tog dana već važi, pa ne može da se promeni. Upišite kurs od sutra ili kasnije.',
  RATE_GONE: 'Taj kurs više ne postoji.',
  WITHDRAWAL_NOT_POSSIBLE:
    'Od ove narudžbine ne može da se odustane: odustaje se od plaćenog uređaja za koji novac još nije vraćen.',
  RECEIVED_ON_WRONG: 'Datum prijema ne može da bude pre narudžbine ni posle današnjeg dana.',
  WITHDRAWAL_LATE: ({ until }: { until: Day }) =>
    `Rok za odustanak je istekao ${formatDateInSentence(until)} Zakon daje ${countDays(WITHDRAWAL_DAYS)} od prijema uređaja. Ako je uređaj neispravan ili datum nije tačan, pišite na ${company.email}.`,
  WITHDRAWAL_GONE: 'Taj odustanak je već rešen.',
} satisfies Sentences;

export const withdrawal = typeset({
  open: 'Odustanite od kupovine',
  openOf: (n: number) => `narudžbina broj ${n}`,
  title: 'Odustanak od kupovine',
  text: (product: string, n: number) =>
    `Ovom izjavom odustajete od ugovora o kupovini: ${product}, narudžbina broj ${n}.`,
  /** Of an order of which a part has come. */
  textOfRest: (product: string, n: number) =>
    `Ovom izjavom odustajete od uređaja koji još nisu stigli: ${product}, narudžbina broj ${n}. One koji su stigli vraćate preko „Vratite uređaj ili prijavite kvar“.`,
  arrival: 'Da li je uređaj stigao?',
  arrived: 'Stigao je',
  notArrived: 'Još nije stigao',
  receivedOn: 'Datum prijema uređaja',
  receivedHint: `Dan kada ste uređaj preuzeli. Rok za odustanak je ${countDays(WITHDRAWAL_DAYS)} posle tog dana.`,
  receivedRequired: 'Upišite datum prijema.',
  reason: 'Razlog',
  reasonHint: 'Ne morate da ga navedete; pomaže nam da budemo bolji.',
  reasonLong: 'Razlog može da ima najviše 1.000 karaktera.',
  next: 'Šta se dešava posle',
  confirmed: 'Odmah vam šaljemo email poruku sa tekstom izjave, kao dokaz.',
  sendBack: (by: string) =>
    withNonBreakingSpaces(
      `Uređaj pošaljite najkasnije ${by} na adresu ${company.address}. Trošak vraćanja je vaš, osim ako je uređaj neispravan.`,
    ),
  refuse: 'Ako paket u međuvremenu stigne, ne morate da ga preuzmete.',
  refund: (amount: string, by: string) =>
    withNonBreakingSpaces(
      `${amount} vraćamo najkasnije ${by} na isti način na koji ste platili. Možemo da sačekamo dok uređaj ne stigne ili dok ne dobijemo dokaz da je poslat.`,
    ),
  refundOfUnsent: (amount: string, by: string) =>
    withNonBreakingSpaces(`${amount} vraćamo najkasnije ${by} na isti način na koji ste platili.`),
  refundOfRest: (by: string) =>
    withNonBreakingSpaces(`Novac za te uređaje vraćamo najkasnije ${by} na isti način na koji ste platili.`),
  business: 'Ovo pravo zakon daje potrošačima, ne i onima koji uređaj kupuju za svoju delatnost.',
  send: 'Pošalji izjavu o odustanku',
  sending: 'Slanje…',
  sent: 'Izjava je primljena. Potvrda stiže na vašu email adresu.',
  failed: `Izjava nije poslata. Pokušajte ponovo ili je pošaljite na ${company.email}.`,
  stated: { open: 'Odustanak primljen', refunded: 'Odustanak, novac vraćen', resolved: 'Odustanak zatvoren' },
  refundUntil: (by: Day) => withNonBreakingSpaces(`Novac vraćamo do ${formatDate(by)}`),
});

/** The same, as staff sees it in the list of sales. */
export const withdrawals = typeset({
  filter: 'Odustanci',
  openFilter: 'čeka povraćaj',
  open: (n: Count) =>
    plural(n, {
      one: '# odustanak čeka povraćaj',
      few: '# odustanka čekaju povraćaj',
      other: '# odustanaka čeka povraćaj',
    }),
  badge: {
    due: (by: Day) => `Odustanak: vratiti do ${formatDate(by)}`,
    overdue: (by: Day) => `Odustanak: rok je istekao ${formatDate(by)}`,
    refunded: 'Odustanak: novac vraćen',
    resolved: 'Odustanak: zatvoren',
  },
  stated: (when: Date | string) => `Izjava ${formatDate(when)} u ${formatTime(when)}`,
  received: (day: Day) => `uređaj primljen ${formatDate(day)}`,
  notReceived: 'uređaj još nije stigao',
  reason: (text: string) => `Razlog: ${text}`,
  resolution: (text: string) => `Rešeno: ${text}`,
  resolve: 'Zatvori bez punog povraćaja',
  resolveOf: (n: number) => `narudžbina broj ${n}`,
  resolveTitle: 'Zatvaranje odustanka',
  resolveText: (n: number) =>
    `Odustanak od narudžbine broj ${n} sam se označava kao rešen kada platna kuća javi da je ceo iznos vraćen. Ovako ga zatvarate kada se novac ne vraća, ili se vraća deo.`,
  resolutionLabel: 'Kako je rešeno',
  resolutionHint: 'Ostaje u dnevniku; vidi ga i kupac kada preuzme svoje podatke.',
  resolved: 'Odustanak je zatvoren.',
  empty: 'Nema odustanaka.',
  emptyHint: 'Kada kupac pošalje izjavu o odustanku, narudžbina se ovde pojavljuje sama, sa rokom za povraćaj.',
});

/** Mails about withdrawals: „Vi“ with a capital letter. */
export const withdrawalMail = {
  subject: (number: string) => `Primili smo Vaš odustanak od narudžbine br. ${number}`,
  preview: (by: Day) => `Novac vraćamo najkasnije ${formatDateInSentence(by)}`,
  text: (when: string) =>
    `Vaša izjava o odustanku od ugovora zaključenog na daljinu primljena je ${formatDateInSentence(when)} u ${formatTime(when)}. Ova poruka je potvrda o tome; sačuvajte je.`,
  number: 'Broj narudžbine',
  product: 'Proizvod',
  amount: 'Iznos',
  orderedAt: 'Datum narudžbine',
  receivedOn: 'Datum prijema uređaja',
  notReceived: 'uređaj još nije stigao',
  restNotReceived: 'izjava je o uređajima koji još nisu stigli',
  reason: 'Razlog',
  buyer: 'Ime i prezime',
  address: 'Adresa',
  email: 'Email adresa',
  sendBack: (by: Day, to: string) =>
    `Uređaj pošaljite najkasnije ${formatDateInSentence(by)} na adresu: ${to}. Troškove vraćanja snosite Vi, osim ako je uređaj neispravan.`,
  refuse: 'Uređaj još niste primili. Ako u međuvremenu stigne, ne morate da ga preuzmete.',
  refund: (by: Day) =>
    `Uplaćeni iznos, uključujući troškove uobičajene isporuke, vraćamo bez odlaganja, a najkasnije ${beforeComma(formatDateInSentence(by))}, na isti način na koji ste platili. Sa vraćanjem možemo da sačekamo dok uređaj ne stigne ili dok ne dostavite dokaz da ste ga poslali.`,
  /** The device has not come, so there is nothing that could be waited for. */
  refundOfUnsent: (by: Day) =>
    `Uplaćeni iznos, uključujući troškove uobičajene isporuke, vraćamo bez odlaganja, a najkasnije ${beforeComma(formatDateInSentence(by))}, na isti način na koji ste platili.`,
  /** Where a part of the order has come, and the statement is about the rest. */
  refuseRest: 'Ako ostatak narudžbine u međuvremenu stigne, ne morate da ga preuzmete.',
  refundOfRest: (by: Day) =>
    `Iznos plaćen za uređaje koji nisu stigli vraćamo bez odlaganja, a najkasnije ${beforeComma(formatDateInSentence(by))}, na isti način na koji ste platili.`,
  button: 'Pogledajte narudžbinu',
  came: {
    subject: (number: string, by: Day) => `Odustanak od narudžbine br. ${number}: vratiti do ${formatDate(by)}`,
    preview: 'Kupac je odustao od kupovine uređaja.',
    text: (amount: string, by: Day) =>
      `stigla je izjava o odustanku od kupovine. ${amount} treba vratiti najkasnije ${beforeComma(formatDateInSentence(by))}; sa povraćajem se može sačekati dok uređaj ne stigne ili dok kupac ne dostavi dokaz da ga je poslao.`,
    textOfRest: (by: Day) =>
      `stigla je izjava o odustanku od uređaja koji još nisu isporučeni. Novac za njih treba vratiti najkasnije ${formatDateInSentence(by)}`,
    textOfReturn: (serials: readonly string[], by: Day) =>
      `stigla je izjava o odustanku za ${countDevices(serials.length)}: ${serials.join(', ')}. O novcu odlučite na strani narudžbine, najkasnije ${beforeComma(formatDateInSentence(by))}; sa povraćajem se može sačekati do prijema uređaja ili dokaza o slanju.`,
    afterRest: 'Kada je novac za te uređaje vraćen, zatvorite odustanak na strani „Prodaja“.',
    after: 'Kada platna kuća javi da je ceo iznos vraćen, odustanak se na strani „Prodaja“ sam označava kao rešen.',
    button: 'Otvorite odustanke',
    buttonOfReturn: 'Otvorite narudžbinu',
  },
} as const;
