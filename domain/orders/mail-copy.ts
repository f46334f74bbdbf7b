import { copy as devices } from '../catalogue/copy.ts';
import { formatDateInSentence } from '../time.ts';

/** Mails about orders: „Vi“ with a capital letter. */
export const mailCopy = {
  /** Money came by transfer. */
  came: {
    subject: (number: string) => `Uplata je stigla, narudžbina ${number}`,
    text: (amount: string, paper: string) => `primili smo ${amount}. U prilogu je avansni račun ${paper}.`,
  },
  paid: {
    subject: (number: string) => `Potvrda narudžbine br. ${number}`,
    preview: 'Plaćanje je evidentirano. Sledi isporuka.',
    text: (number: string) => `plaćanje narudžbine br. ${number} je evidentirano.`,
    product: 'Proizvod',
    amount: 'Iznos',
    vat: 'U iznosu je PDV (20%)',
    delivery: 'Isporuka',
    deliveredBy: (day: string) => `najkasnije ${formatDateInSentence(day)}`,
    date: 'Datum',
    address: 'Adresa isporuke',
    included: (phone: string) => `${devices.included} Kurir se najavljuje na broj ${phone}.`,
    button: 'Pogledajte narudžbinu',
    withdrawal:
      'Ako kupujete kao potrošač, od ugovora možete da odustanete u roku od 14 dana od prijema uređaja, bez navođenja razloga. Obrazac za odustanak i uputstvo su u prilogu ove poruke; izjavu možete da pošaljete i na strani „Moj nalog“, kod ove narudžbine. Sva pravila su ovde:',
    formFile: 'obrazac-za-odustanak.txt',
  },
  deliveryChanged: {
    subject: (number: string) => `Nova adresa isporuke, narudžbina br. ${number}`,
    preview: 'Paket stiže na adresu iz ove poruke.',
    text: (number: string) => `narudžbinu br. ${number} šaljemo na ovu adresu:`,
    recipient: 'Primalac',
    phone: 'Telefon',
    after: 'Ako izmenu niste tražili, odgovorite na ovu poruku pre nego što paket krene.',
    button: 'Pogledajte narudžbinu',
  },
  newSale: {
    subject: (number: string, amount: string) => `Nova prodaja: br. ${number}, ${amount}`,
    preview: 'Plaćanje je evidentirano.',
    text: 'evidentirano je plaćanje nove narudžbine.',
    buyer: 'Kupac',
    email: 'Email adresa',
    number: 'Broj narudžbine',
    button: 'Pogledajte prodaju',
  },
  returned: {
    subject: (number: string) => `Vraćamo novac za narudžbinu br. ${number}`,
    preview: (amount: string) => `Vraćamo Vam ${amount} na isti način na koji je plaćeno.`,
    text: (number: string, amount: string) =>
      `primili smo uplatu za narudžbinu br. ${number}, ali je nalog u međuvremenu zatvoren ili blokiran. Ništa nije aktivirano ni isporučeno, a ceo iznos od ${amount} vraćamo na isti način na koji je plaćen.`,
    collectedText: (number: string, amount: string) =>
      `primili smo uplatu karticom za narudžbinu br. ${number}, ali je način plaćanja pre toga promenjen i paket je spakovan za plaćanje kuriru. Narudžbina ostaje takva, a ceo iznos od ${amount} vraćamo na karticu.`,
    when: 'Povraćaj pokrećemo odmah; na računu je obično u roku od 10 radnih dana, zavisno od Vaše banke.',
  },
  /** The withdrawal form prescribed for distance contracts, to be filled in and sent back. */
  withdrawalForm: (
    seller: { name: string; address: string; email: string; phone: string },
    order: { number: string; product: string; date: string },
  ) => `OBRAZAC ZA ODUSTANAK OD UGOVORA ZAKLJUČENOG NA DALJINU

Prima: ${seller.name}, ${seller.address}
Elektronska pošta: ${seller.email}
Telefon: ${seller.phone}

Ovim izjavljujem da odustajem od ugovora o prodaji sledeće robe:

Roba: ${order.product}
Broj narudžbine: ${order.number}
Datum zaključenja ugovora: ${order.date}
Datum prijema robe: ______________________
Razlozi za odustanak (nije obavezno): ______________________

Ime i prezime potrošača: ______________________
Adresa potrošača: ______________________
Datum: ______________________
Potpis (samo ako se obrazac dostavlja na papiru): ______________________

UPUTSTVO

Od ugovora možete da odustanete u roku od 14 dana od dana prijema uređaja, bez navođenja razloga. Rok je ispunjen ako obrazac
pošaljete pre nego što istekne. Uređaj vraćate u roku od 14 dana od dana slanja obrasca; trošak vraćanja snosite Vi. Uplaćeni
iznos, uključujući trošak isporuke, vraćamo najkasnije 14 dana od prijema obrasca, a sa vraćanjem možemo da sačekamo dok ne
primimo uređaj ili dokaz da je poslat.
`,
} as const;
