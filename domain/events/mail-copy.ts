import { plural } from '../plural.ts';
import { beforeComma } from '../time.ts';
import { eventName, page } from './copy.ts';
import { dayInSentence, eventNightText, firstDayOf } from './days.ts';
import type { EventFacts } from './event.ts';
import type { MailReservation } from './mail.ts';

/** The buyer's mails. Only of a place that is given back without payment do the words say so. */
type Event = MailReservation['event'];

const listed = (numbers: number[]): string => new Intl.ListFormat('sr-Latn').format(numbers.map(String));

export const mailCopy = {
  labels: {
    number: 'Broj rezervacije',
    package: 'Paket',
    name: 'Na ime',
    ticket: 'Broj karte',
    amount: 'Iznos',
    paid: 'Plaćeno',
    when: 'Kada',
    where: 'Gde',
    payee: 'Primalac',
    account: 'Račun',
    iban: 'IBAN',
    bic: 'BIC (SWIFT) banke',
    city: 'Mesto',
    purpose: 'Svrha uplate',
    paymentCode: 'Šifra plaćanja',
    model: 'Model',
    reference: 'Poziv na broj',
    came: 'Stiglo',
    rest: 'Za uplatu',
    due: 'Rok za uplatu',
  },
  where: (place: EventFacts['place']) => `${place.hotel}, ${place.street}, ${place.postalCode} ${place.town}`,
  and: ' i ',
  instructions: 'Uputstvo za uplatu',
  qr: {
    ips: 'NBS IPS QR: skenirajte kod u aplikaciji svoje banke i polja se popunjavaju sama. Isti kod je i u prilogu.',
    epc: (iban: string) =>
      `Plaćate u evrima na račun ${iban}. Ako Vaša banka čita SEPA (EPC) QR, skenirajte kod ispod; isti je i u prilogu.`,
    alt: (amount: string) => `QR kod za uplatu, iznos ${amount}`,
  },
  keepReference:
    'Poziv na broj prepišite tačno, jer po njemu prepoznajemo Vašu uplatu. Kada uplata bude evidentirana, stiže Vam potvrda sa brojem rezervacije i kartom.',
  lapses: (due: string) =>
    `Broj mesta u ovom paketu je ograničen, pa mesto čuvamo do ${due} Ako uplata ne stigne do tada, mesto se oslobađa.`,
  noRefund: ({ organiser }: Event) =>
    `Uplata ide neposredno organizatoru događaja (${organiser}) i ne vraća se. Reč je o usluzi u slobodno vreme za tačno određen datum, pa zakonsko pravo na odustanak od 14 dana ovde ne postoji. Prava koja Vam zakon daje ako organizator otkaže ili bitno izmeni događaj ostaju.`,
  seeReservation: 'Pogledajte rezervaciju',
  reserveAgain: 'Rezervišite ponovo',
  reserved: {
    subject: (number: number) => `Rezervacija br. ${number}: uputstvo za uplatu`,
    preview: (amount: string, due: string) => `Uplatite ${amount} do ${due} i mesto je Vaše.`,
    text: (event: Event) => `primili smo rezervaciju za događaj ${eventName}, ${page.datesInSentence(event)}`,
  },
  reminder: {
    subject: (number: number) => `Rezervacija br. ${number} čeka uplatu`,
    preview: (amount: string, due: string) => `Uplatite ${amount} do ${beforeComma(due)}; uputstvo je u poruci.`,
    text: (event: Event) =>
      `uplata za Vašu rezervaciju za događaj ${eventName}, ${beforeComma(page.datesInSentence(event))}, još nije evidentirana. Ako ste je poslali u poslednja dva dana, zanemarite ovu poruku.`,
  },
  lapsing: {
    subject: (number: number) => `Rezervacija br. ${number} ističe za dva dana`,
    preview: (amount: string, due: string) => `Uplatite ${amount} do ${due} i mesto ostaje Vaše.`,
    text: (event: Event) =>
      `uplata za Vašu rezervaciju za događaj ${eventName}, ${beforeComma(page.datesInSentence(event))}, još nije evidentirana. Ako ste je već poslali, odgovorite na ovu poruku i priložite dokaz o uplati.`,
  },
  confirmed: {
    subject: (number: number) => `Rezervacija br. ${number} je potvrđena`,
    /** Without tickets when all were given to others, who have their own. */
    preview: (tickets: number, event: Event) =>
      tickets === 0
        ? 'Sve karte su ustupljene.'
        : `${tickets > 1 ? 'Karte su' : 'Karta je'} u prilogu. Vidimo se ${dayInSentence(firstDayOf(event))}.`,
    text: 'uplata je evidentirana i Vaša rezervacija je potvrđena.',
    attached: (tickets: number) => {
      if (tickets === 0) return 'Sve karte su ustupljene; nove su poslate osobama na koje glase.';
      return tickets > 1
        ? `U prilogu su ${tickets} karte, za dve osobe na programu. Na ulazu svako pokazuje svoj QR kod i lični dokument. Uz karte je i datoteka za kalendar.`
        : 'Karta je u prilogu i na strani rezervacije. Na ulazu pokazujete QR kod i lični dokument. Uz kartu je i datoteka za kalendar.';
    },
    names:
      'Na strani rezervacije upišite ko dolazi na drugo mesto. Ime možete da promenite ili mesto da ustupite do početka događaja.',
    later: (event: Event) =>
      `Ako ste uzeli paket sa smeštajem, uz njega dobijate jedno noćenje ${eventNightText(event)}, pun pansion, bazen i fitnes.`,
    goodbye: 'Vidimo se na moru.',
    button: (tickets: number) => (tickets > 1 ? 'Otvorite karte' : 'Otvorite kartu'),
  },
  partCame: {
    subject: (rest: string, number: number) => `Nedostaje ${rest} za rezervaciju br. ${number}`,
    preview: (rest: string) => `Uplatite još ${rest}; uputstvo je u poruci.`,
    text: (came: string, price: string, rest: string) =>
      `stiglo je ${came}, a rezervacija iznosi ${price}. Uplatite još ${rest} i kartu šaljemo čim uplata bude evidentirana.`,
  },
  cancelled: {
    subject: (number: number) => `Rezervacija br. ${number} je otkazana`,
    preview: 'Mesto je oslobođeno.',
    text: (number: number) => `rezervacija br. ${number} za događaj ${eventName} je otkazana.`,
    reason: (reason: string) => `Razlog: ${reason}`,
    /** What the same address still holds. */
    stands: (numbers: number[]) =>
      plural(numbers.length, {
        one: `Vaša rezervacija br. ${listed(numbers)} ostaje na snazi.`,
        few: `Vaše rezervacije br. ${listed(numbers)} ostaju na snazi.`,
        other: `Vaše rezervacije br. ${listed(numbers)} ostaju na snazi.`,
      }),
    owed: (amounts: string, { organiser }: Event) =>
      `Evidentirana je Vaša uplata od ${amounts}. Novac Vam vraća organizator događaja (${organiser}), kome je uplata i upućena. Karte više ne važe.`,
    paid: 'Ako ste uplatu već poslali, odgovorite na ovu poruku i priložite dokaz o uplati. Rešavamo je sa organizatorom događaja, kome je uplata i upućena.',
  },
  moved: {
    subject: (event: Event) => `Događaj ${eventName} je pomeren: ${page.dates(event)}`,
    preview: (event: Event) => `Novi datum: ${page.datesInSentence(event)}`,
    text: (from: string, event: Event) =>
      `događaj ${eventName} je pomeren. Umesto ${beforeComma(page.datesInSentence({ year: event.year, firstDay: from }))}, održava se ${page.datesInSentence(event)}`,
    paid: (until: string) =>
      `Vaša rezervacija i kodovi važe za novi datum, a karta sa novim datumom je u prilogu. Ako Vam datum ne odgovara, do ${until} na strani rezervacije možete da tražite novac. Ako ne izaberete, karta ostaje Vaša.`,
    paidAllGiven: (until: string) =>
      `Vaša rezervacija i karte koje ste ustupili važe za novi datum. Ako Vam datum ne odgovara, do ${until} na strani rezervacije možete da tražite novac. Ako ne izaberete, karte ostaju onima kojima ste ih ustupili.`,
    part: (until: string) =>
      `Rezervacija važi za novi datum. Ako Vam ne odgovara, do ${until} na strani rezervacije možete da tražite ono što ste uplatili.`,
    refund: (until: string) =>
      `Zbog ranijeg datuma ste tražili novac. Ako Vam novi odgovara, do ${until} na strani rezervacije možete da se predomislite, dok novac nije vraćen i dok mesta ima.`,
    unpaid: 'Rezervacija važi za novi datum i rok za uplatu ostaje isti. Ako Vam ne odgovara, nemojte da uplaćujete.',
    given: 'Ako ste mesto ustupili, novi datum javite i osobi na koju karta glasi: njenu adresu ne čuvamo.',
    choose: 'Izaberite: karta ili novac',
  },
  calledOff: {
    subject: (number: number) => `Događaj ${eventName} je otkazan, rezervacija br. ${number}`,
    preview: 'Karte više ne važe.',
    text: (event: Event) => `događaj ${eventName}, zakazan za ${beforeComma(page.datesInSentence(event))}, otkazan je.`,
    given: 'Ako ste mesto ustupili, javite to i osobi na koju karta glasi: njenu adresu ne čuvamo.',
  },
  choice: {
    subject: {
      keep: (number: number) => `Zadržavate kartu, rezervacija br. ${number}`,
      keepPart: (number: number) => `Zadržavate rezervaciju br. ${number}`,
      refund: (number: number) => `Tražite novac, rezervacija br. ${number}`,
    },
    preview: 'Zabeležili smo Vaš izbor.',
    keep: (event: Event) =>
      `zabeležili smo da zadržavate rezervaciju za događaj ${eventName}, ${page.datesInSentence(event)} Ako ste ranije tražili novac, karte ponovo važe.`,
    /** Only a part of the price has come. */
    keepPart: (event: Event) =>
      `zabeležili smo da zadržavate rezervaciju za događaj ${eventName}, ${page.datesInSentence(event)} Ako ste ranije tražili novac, rezervacija ponovo važi i čeka ostatak uplate.`,
    refund: `zabeležili smo da tražite novac za događaj ${eventName}, koji je pomeren.`,
    owedPart: (amounts: string, { organiser }: Event) =>
      `Evidentirana je Vaša uplata od ${amounts}. Novac Vam vraća organizator događaja (${organiser}), kome je uplata i upućena. Rezervacija više ne važi.`,
    until: (until: string) => `Do ${until} možete da se predomislite na strani rezervacije, dok novac nije vraćen.`,
  },
  expired: {
    subject: (number: number) => `Rezervacija br. ${number} je istekla`,
    preview: (due: string) => `Uplata nije stigla do ${beforeComma(due)}, pa je mesto oslobođeno.`,
    text: (number: number, due: string) =>
      `rok za uplatu rezervacije br. ${number} je istekao ${beforeComma(due)}, a uplata nije stigla, pa smo mesto oslobodili.`,
    again:
      'Ako želite, rezervišite ponovo: dobićete novi broj i nov rok. Ako ste u međuvremenu ipak platili, odgovorite na ovu poruku i priložite dokaz o uplati.',
  },
  programme: {
    subject: `Satnica događaja ${eventName}`,
    preview: (checkIn: string) => `Prijava na ulazu: ${checkIn}.`,
    text: (checkIn: string) => `satnica i uputstvo za dolazak su na strani Vaše karte. Prijava na ulazu: ${checkIn}.`,
    way: 'Dolazak',
    phone: 'Telefon na dan događaja',
    rooms: 'Sobe su slobodne od',
    button: 'Otvorite kartu',
  },
  placeGiven: {
    subject: (code: string) => `Vaša karta br. ${code} za događaj ${eventName}`,
    preview: 'Karta je u prilogu i glasi na Vaše ime.',
    text: (from: string, event: Event) =>
      `mesto na događaju ${eventName}, ${beforeComma(page.datesInSentence(event))}, ustupa Vam ${from}. Karta u prilogu glasi na Vaše ime.`,
    note: 'Na ulazu pokazujete QR kod i lični dokument. Ovo je jedini važeći kod za to mesto; raniji više ne važi.',
    button: 'Otvorite kartu',
  },
  placeLeft: {
    subject: (code: string) => `Karta br. ${code} je ustupljena`,
    preview: 'Raniji kod te karte više ne važi.',
    text: (code: string, to: string) =>
      `karta br. ${code} za događaj ${eventName} je ustupljena i sada glasi na ime: ${to}. Nova karta je poslata toj osobi, a raniji kod više ne važi.`,
    wrong: 'Ako niste Vi ustupili mesto, odmah odgovorite na ovu poruku.',
  },
} as const;
