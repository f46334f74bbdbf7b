import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';
import { formatTime } from '../time.ts';
import { courierNames, courierWords } from './courier-copy.ts';
import type { CourierNews, RequestState } from './courier-requests.ts';
import type { CorrectionReason, FiscalKind, PackingProblem } from './rules.ts';
import type { PackingCourier, ShipmentState } from './shipment.ts';

export const parcelStates: Record<ShipmentState, string> = {
  packed: 'spakovana',
  handed_over: 'predata kuriru',
  in_transit: 'na putu',
  delivered: 'isporučena',
  refused: 'odbijena',
  returned: 'vraćena',
  lost: 'izgubljena',
  damaged: 'oštećena',
  cancelled: 'otkazana',
};

/** What became of asking a courier for a parcel. */
export const requestWords: Record<RequestState, string> = {
  waiting: 'zahtev čeka odgovor kurira',
  made: 'kurir je potvrdio',
  address_unknown: 'kurir ne zna adresu',
  refused: 'kurir je odbio zahtev',
  unknown: 'nepoznato',
  to_call_off: 'treba javiti kuriru da je otkazana',
  cancelled: 'zahtev je povučen',
};

/** What a courier tells. */
export const newsWords: Record<CourierNews, string> = {
  'picked up': 'kurir je preuzeo paket',
  transit: 'na putu',
  out: 'kurir je krenuo ka adresi',
  delivered: 'isporučeno',
  refused: 'primalac nije primio paket',
  returning: 'paket se vraća',
  returned: 'paket je vraćen',
  problem: 'smetnja u isporuci',
  delayed: 'isporuka kasni',
  failed: 'isporuka nije uspela',
  missed: 'kurir nije zatekao primaoca',
  cancelled: 'kurir je otkazao pošiljku',
};

/** Why an order is not packed, or does not leave. */
export const packingProblems: Record<PackingProblem, string> = {
  'no goods': 'U narudžbini nema uređaja.',
  unpaid: 'Narudžbina još nije plaćena.',
  cancelled: 'Narudžbina je otkazana.',
  refunded: 'Novac je vraćen kupcu.',
  refunding: 'Novac se vraća kupcu.',
  withdrawn: 'Kupac je odustao od kupovine.',
  disputed: 'Kupac osporava plaćanje kod svoje banke. Ne šalje se dok banka ne odluči.',
  choice: 'Paket je izgubljen ili oštećen, a kupac nije izabrao da mu se pošalje drugi.',
  call: 'Kupac još nije potvrdio pouzeće telefonom.',
  complete: 'Svi uređaji su već u paketima.',
  'too many':
    'Spakovano je više uređaja nego što se šalje, jer se za neke novac vraća ili je vraćen. Otkažite pošiljku i spakujte je ponovo.',
};

const boxes = (n: number) => plural(n, { one: '# nalepnicu', few: '# nalepnice', other: '# nalepnica' });

export const fulfilmentRefusals = {
  PARCEL_GONE: 'Te pošiljke nema.',
  PARCEL_LINK_ENDED: 'Link više ne važi. Prijavite se ili nam pišite i navedite broj narudžbine.',
  PARCEL_CHANGED: ({ parcel, state }: { parcel: string; state: ShipmentState }) =>
    `Pošiljka ${parcel} je u međuvremenu promenjena: ${parcelStates[state]}. Pogledajte novo stanje pa nastavite.`,
  PARCEL_LEFT: ({ parcel, state }: { parcel: string; state: ShipmentState }) =>
    `Pošiljka ${parcel} ne može da se otkaže: ${parcelStates[state]}.`,
  NOT_TO_BE_PACKED: ({ order, problem }: { order: number; problem: PackingProblem }) =>
    problem === 'too many' ? packingProblems[problem] : `Narudžbina ${order} se ne šalje. ${packingProblems[problem]}`,
  SERIAL_WRONG: ({ serial }: { serial: string }) =>
    `„${serial}“ nije serijski broj. Piše se VDK-26-004417, kao na kutiji.`,
  SERIAL_TWICE: ({ serial }: { serial: string }) => `${serial} je već u ovom paketu. Skenirajte drugi.`,
  SERIAL_UNKNOWN: 'Ovaj serijski broj nije na zalihama.',
  SERIAL_USED: ({ order }: { serial: string; order: number }) =>
    `Ovaj uređaj je već u narudžbini ${order}. Skenirajte drugi.`,
  SERIAL_NOT_THERE: ({ serial }: { serial: string }) => `${serial} nije u ovoj pošiljci. Osvežite stranu.`,
  SERIALS_MISSING: ({ missing }: { missing: number }) => `Upišite još: ${missing}.`,
  SERIALS_TOO_MANY: ({ most }: { most: number }) => `U narudžbini je ostalo uređaja: ${most}. Upisano je više.`,
  DEVICES_AWAITED: ({ free, first }: { free: number; first: number }) =>
    `Na redu je narudžbina ${first}, koja čeka duže. Za ovu narudžbinu je slobodno uređaja: ${free}.`,
  PACKED_MEANWHILE: ({ order, by, at }: { order: number; by: string; at: Date | string }) =>
    `Narudžbina ${order} je u međuvremenu spakovana (${[by, formatTime(at)].filter(Boolean).join(', ')}). Vaš serijski broj nije upisan. Pogledajte novo stanje pa nastavite.`,
  RECEIPT_KIND: 'Fizičko lice dobija fiskalni račun, a firma fakturu u SEF-u.',
  RECEIPT_WRONG: 'Broj nije ispravan. Prepišite ga sa računa, na primer AB12CD34-AB12CD34-1207.',
  RECEIPT_USED: ({ order }: { order: number }) => `Taj broj je već upisan uz narudžbinu ${order}.`,
  RECEIPT_TOO_EARLY: 'Prvo spakujte narudžbinu, pa upišite broj računa.',
  RECEIPT_STAYS: 'Paket je predat, pa se broj računa više ne menja.',
  RECEIPT_CHANGED: 'U međuvremenu je upisan drugi broj, pa vaš nije upisan. Pogledajte novo stanje pa nastavite.',
  RECEIPT_MISSING: ({ order, isCompany }: { order: number; isCompany: boolean }) =>
    isCompany
      ? `Narudžbina ${order} nema broj fakture iz SEF-a ni razlog. Upišite ga, pa predajte paket.`
      : `Narudžbina ${order} nema broj fiskalnog računa. Upišite ga, pa predajte paket.`,
  LABEL_UNKNOWN: ({ label }: { label: string }) =>
    `„${label}“ nije nalepnica ove pošiljke. Skenirajte nalepnicu sa kutije.`,
  LABEL_OF_ANOTHER: ({ order }: { label: string; order: number }) =>
    `Nalepnica je sa paketa narudžbine ${order}. Proverite kutiju.`,
  LABELS_MISSING: ({ missing }: { missing: number }) => `Skenirajte još ${boxes(missing)}.`,
  COURIER_NOT_OFFERED: 'Taj kurir nije uključen. Izaberite drugog.',
  COURIER_CODES_USED_UP: 'Potrošen je opseg brojeva koji je kurir dodelio. Zatražite novi, pa izaberite drugog kurira.',
  COURIER_HAS_IT: ({ parcel }: { parcel: string }) =>
    `Kurir već vodi pošiljku ${parcel}. Prvo otkažite pošiljku, pa spakujte ponovo.`,
  COURIER_HAS_NOT: ({ parcel, request }: { parcel: string; request: RequestState }) =>
    `Kurir nije potvrdio pošiljku ${parcel}: ${requestWords[request]}.`,
  COURIER_IN_DOUBT: ({ parcel }: { parcel: string; request: RequestState }) =>
    `Ne zna se da li kurir ima pošiljku ${parcel}. Prvo pozovite kurira i upišite odgovor.`,
  REQUEST_CHANGED: ({ parcel, request }: { parcel: string; request: RequestState }) =>
    `Zahtev kuriru za pošiljku ${parcel} je u međuvremenu promenjen: ${requestWords[request]}. Pogledajte novo stanje pa nastavite.`,
  COURIER_NOT_ASKED: 'Ovom kuriru upit ne može da se pošalje odavde. Pozovite ga.',
  NOTHING_TO_LIST: 'Spisak je prazan: ništa ne čeka.',
} satisfies Sentences;

export const fiscalWords: Record<FiscalKind, string> = {
  receipt: 'Fiskalni račun',
  sef: 'Faktura u SEF-u',
  not_in_sef: 'kupac nije na SEF-u',
};

export const correctionWords: Record<CorrectionReason, string> = {
  misread: 'pogrešno skeniran',
  swapped: 'zamenjena kutija',
  faulty: 'neispravan uređaj',
};

/** Couriers that something can be packed for. */
export const couriersToChoose: Record<PackingCourier, string> = {
  ...courierNames,
  own: courierWords.own,
};
