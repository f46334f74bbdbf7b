import { plural } from '../plural.ts';
import { countDevices } from '../wording.ts';
import { correctionWords, fiscalWords } from './copy.ts';
import type { ShipmentState } from './shipment.ts';

const boxes = (n: number) => plural(n, { one: '# kutija', few: '# kutije', other: '# kutija' });

/** Kilograms as they are typed and read: `2,4`. */
export const kilograms = (grams: number): string => String(grams / 1000).replace('.', ',');
export const weight = (grams: number): string => `${kilograms(grams)} kg`;

/** The strip with the next step, and what stands about parcels, on /admin/orders/{number}. */
export const packingCopy = {
  lateStep: 'Sledeći korak se nije učitao',
  step: 'Sledeći korak',
  choose: 'Šta radite',
  rest: (n: number) => `Spakuj ostalo (${n})`,
  none: 'Nema šta da se uradi.',
  labelWait: 'Prvo spakujte narudžbinu.',
  labelAsked: 'Kurir još nije potvrdio pošiljku.',
  loadFailed: 'Pakovanje',
  pack: {
    title: (n: number) => `Spakujte ${countDevices(n)}`,
    text: 'Skenirajte serijski broj sa kutije. Nalepnica se pravi odmah posle pakovanja; zahtev kuriru šalje se jednom, koliko god puta pritisnuli.',
    again: 'Prethodna pošiljka nije stigla kupcu, pa se uređaji pakuju ponovo.',
    opened: (serials: readonly string[]) => `Prvo spakujte vraćene, ispravne uređaje: ${serials.join(', ')}.`,
    shelves: (shelves: readonly string[]) => `Novi uređaji: ${shelves.map((shelf) => `polica ${shelf}`).join(', ')}.`,
    turnOpen: (order: number) => `Otvori narudžbinu ${order}`,
    turn: 'Razlog za pakovanje preko reda',
    turnHint: 'Stoji u dnevniku. Bez razloga se pakuje redom kojim su narudžbine plaćene.',
    turnMissing: 'Upišite razlog, bar tri slova.',
    serial: (n: number, of: number) => `Serijski broj ${n} od ${of}`,
    placeholder: 'VDK-26-',
    complete: 'Svi serijski brojevi su upisani.',
    weight: (box: number, several: boolean) => (several ? `Masa kutije ${box}, kg` : 'Masa, kg'),
    weightWrong: 'Upišite masu u kilogramima, na primer 0,35.',
    newBox: 'Nova kutija',
    box: (n: number, count: number) => `Kutija ${n}, ${countDevices(count)}`,
    remove: (serial: string) => `Ukloni ${serial}`,
    courier: 'Kurir',
    go: 'Spakuj',
    busy: 'Pakujemo…',
    part: (n: number) => `Spakuj samo upisane (${n})`,
    done: (order: number) => `Narudžbina ${order} je spakovana.`,
    partDone: (key: string) => `Pošiljka ${key} je spakovana.`,
    undo: 'Poništi',
    undone: 'Pakovanje je poništeno.',
    failed: 'Narudžbina nije spakovana. Pokušajte ponovo.',
    show: 'Prikaži novo stanje',
    unsaved: 'skenirani serijski brojevi',
    left: (n: number) => `Ostalo: ${n}.`,
  },
  receipt: {
    title: (isCompany: boolean) => (isCompany ? 'Upišite broj fakture iz SEF-a' : 'Upišite broj fiskalnog računa'),
    text: (isCompany: boolean) =>
      isCompany
        ? 'Faktura se šalje kroz SEF. Ako firma nije u sistemu, izaberite razlog.'
        : 'Izdajte račun na fiskalnom uređaju i prepišite broj sa njega. Bez broja paket ne može da se preda.',
    number: (isCompany: boolean) => (isCompany ? 'Broj fakture' : 'Broj računa'),
    placeholder: 'AB12CD34-AB12CD34-1207',
    not: fiscalWords.not_in_sef,
    go: 'Upiši broj',
    busy: 'Upisujemo…',
    done: 'Broj računa je upisan.',
    failed: 'Broj nije upisan. Pokušajte ponovo.',
    change: 'Ispravi broj računa',
    meanwhile: (number: string, by: string | null) => {
      const entered = number === '' ? `izabrano „${fiscalWords.not_in_sef}“` : `upisan broj ${number}`;
      return `U međuvremenu je ${entered}${by ? ` (${by})` : ''}. Vaš unos još nije sačuvan; ako ga upišete, zamenjuje taj.`;
    },
  },
  courier: {
    waits: (key: string) => `Pošiljka ${key} čeka kurira`,
    sendingText: 'Zahtev se šalje jednom. Nalepnica se štampa čim kurir potvrdi pošiljku.',
    downText: (courier: string, seconds: number) =>
      `${courier} ne odgovara. Zahtev je zapamćen i šalje se ponovo za ${plural(seconds, { one: '# sekundu', few: '# sekunde', other: '# sekundi' })}; druga pošiljka ne može da nastane.`,
    downNow: (courier: string) =>
      `${courier} ne odgovara. Zahtev je zapamćen i upravo se šalje ponovo; druga pošiljka ne može da nastane.`,
    address: 'Kurir ne zna ovu adresu',
    addressText: (courier: string, street: string, city: string) =>
      `${courier} ne zna za „${street}“ u mestu ${city}. Promenite kurira ili otkažite pošiljku. Narudžbina ostaje spakovana.`,
    refused: 'Kurir ne prima pošiljku',
    refusedText: (answer: string) => `Odgovor kurira: ${answer || 'bez objašnjenja'}. Ništa nije napravljeno.`,
    unknown: 'Nepoznato: možda kurir ima pošiljku',
    unknownText: (courier: string, mayAsk: boolean) => {
      const how = mayAsk ? 'Pošaljite upit ili pozovite kurira' : `${courier} ne može da se pita odavde: pozovite ga`;
      return `Zahtev je poslat, a odgovor se izgubio. ${how} i upišite šta kaže. Dok ne upišete, ništa se ne šalje ponovo.`;
    },
    again: 'Pošalji ponovo',
    now: 'Pošalji sada',
    change: (courier: string) => `Promeni kurira: ${courier}`,
    has: 'Kurir ima pošiljku',
    hasNot: 'Kurir nema pošiljku, pošalji ponovo',
    ask: 'Pošalji upit kuriru',
    askedBy: {
      program: 'Kurir je upitan; odgovor se upisuje u tok narudžbine.',
      mail: 'Upit je poslat korisničkoj službi kurira.',
      already: 'Upit je danas već poslat kuriru. Novi možete da pošaljete sutra.',
    },
    callOff: (courier: string) =>
      `Pošiljka je otkazana kod nas, a ${courier} je još vodi. Pozovite kurira da je ne preuzima.`,
    calledOff: 'Javljeno kuriru',
    changed: (key: string, courier: string) => `Pošiljka ${key}: ${courier}.`,
    saved: 'Odgovor kurira je upisan.',
    resent: 'Zahtev se šalje ponovo.',
    failed: 'Nije upisano. Pokušajte ponovo.',
  },
  hand: {
    waits: (key: string) => `Pošiljka ${key} je spakovana i čeka kurira.`,
    stopped: (key: string) => `Pošiljka ${key} je spakovana, ali se ne predaje.`,
    title: (key: string) => `Spakovano. Predajte pošiljku ${key}.`,
    text: (n: number) => `Odštampajte nalepnice i skenirajte ih pri predaji: ${boxes(n)}.`,
    label: (n: number, of: number) => `Nalepnica ${n} od ${of}`,
    scanned: (n: number, of: number) => `Skenirano ${n} od ${of}`,
    print: 'Nalepnica',
    go: 'Predaj kuriru',
    busy: 'Predajemo…',
    done: (key: string) => `Pošiljka ${key} je predata kuriru. Kupac dobija poruku.`,
    failed: 'Pošiljka nije predata. Pokušajte ponovo.',
    cancel: 'Otkaži pošiljku',
    cancelled: (key: string) => `Pošiljka ${key} je otkazana, uređaji su slobodni.`,
    correct: 'Ispravi serijski broj',
  },
  move: {
    title: (key: string, state: ShipmentState) =>
      ({
        handed_over: `Pošiljka ${key} je kod kurira`,
        in_transit: `Pošiljka ${key} je na putu`,
        refused: `Kupac nije primio pošiljku ${key}`,
        lost: `Pošiljka ${key} je izgubljena`,
        damaged: `Pošiljka ${key} je oštećena`,
      })[state as 'lost'] ?? `Pošiljka ${key}`,
    text: 'Upišite šta je bilo sa paketom. Kupac dobija poruku kad je isporučen, odbijen, izgubljen ili oštećen.',
    to: {
      in_transit: 'Na putu',
      delivered: 'Isporučeno',
      refused: 'Kupac odbio',
      returned: 'Vraćeno nama',
      lost: 'Izgubljeno',
      damaged: 'Oštećeno',
    } as Partial<Record<ShipmentState, string>>,
    done: (key: string, word: string) => `Pošiljka ${key}: ${word.toLowerCase()}.`,
    failed: 'Stanje nije upisano. Pokušajte ponovo.',
  },
  correct: {
    title: 'Ispravka serijskog broja',
    text: 'Pogrešan uređaj se vraća među slobodne, a upisani ulazi u isti paket. Ispravka i razlog ostaju u dnevniku.',
    from: 'Pogrešan broj',
    to: 'Ispravan broj',
    reason: 'Razlog',
    reasons: correctionWords,
    go: 'Ispravi',
    cancel: 'Odustani',
    done: 'Serijski broj je ispravljen.',
    failed: 'Serijski broj nije ispravljen. Pokušajte ponovo.',
  },
  parcel: {
    title: 'Pošiljka',
    courier: 'Kurir',
    request: 'Zahtev',
    told: 'Kurir javlja',
    toldUnknown: (status: string) => `nepoznata oznaka ${status}`,
    number: 'Broj',
    box: 'Paket',
    boxes: (n: number, grams: number) => `${n}, masa ${weight(grams)}`,
    packed: 'Spakovano',
    printed: 'Nalepnica',
    prints: (n: number) =>
      n === 0
        ? 'nije štampana'
        : n === 1
          ? 'štampana jednom'
          : plural(n, { one: 'štampana # put', few: 'štampana # puta', other: 'štampana # puta' }),
    delivered: 'Isporučeno',
    print: 'Odštampaj nalepnicu',
    again: 'Odštampaj ponovo',
    empty: 'Ništa nije poslato.',
    receipt: 'Račun',
    collects: 'Otkupnina',
    collectsNone: 'nema, plaćeno unapred',
    back: 'Povratna',
    backOn: (label: string | null, day: string | null) => [label, day && `primljena ${day}`].filter(Boolean).join(', '),
    expected: 'Rok',
    expectedFrom: (day: string | null) => (day ? `od ${day}` : 'kad stignu uređaji'),
  },
  link: {
    send: 'Pošalji link za praćenje',
    sendOf: (key: string) => `Pošalji link za praćenje, pošiljka ${key}`,
    sent: 'Link za praćenje je poslat kupcu.',
    failed: 'Link nije poslat. Pokušajte ponovo.',
  },
  items: {
    atPacking: 'Serijski broj se upisuje pri pakovanju.',
    inStock: (n: number) => `Na zalihama: ${n}.`,
    warranty: (day: string) => `Garancija 5 godina, do ${day}`,
    returned: 'vraćen',
    all: (n: number) => `Prikaži sve (${n})`,
  },
  papers: {
    list: 'Spisak za pakovanje',
    pickUp: 'Spisak za preuzimanje',
    labels: 'Nalepnice (PDF)',
    labelsFirst: (n: string) =>
      `Nalepnice su za najstarije pošiljke. Ukupno ih je ${n}; ostale se pojavljuju kako kurir preuzima prve.`,
    drawing: (done: number, total: number) => `Nalepnice: ${done} od ${total}…`,
    failed: 'Spisak nije napravljen. Pokušajte ponovo.',
  },
  queue: {
    title: 'Za pakovanje',
    empty: 'Ništa ne čeka pakovanje.',
    emptyText: 'Nova narudžbina se pojavljuje ovde čim bude plaćena ili čim kupac potvrdi pouzeće.',
    packed: 'Spakovano, čeka kurira',
    first: (n: number) => `Prikazano je ${n} najstarijih. Ostale se pojavljuju kako se prve rešavaju.`,
    packedEmpty: 'Nijedan spakovan paket ne čeka kurira.',
    devices: countDevices,
  },
  keys: { pack: 'P', print: 'N', undo: 'Z', words: { pack: 'spakuj', print: 'nalepnica', undo: 'poništi poslednje' } },
} as const;
