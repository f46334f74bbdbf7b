import type { Sentences } from '../errors.ts';
import { formatMoney } from '../money.ts';
import { plural } from '../plural.ts';
import { page } from './copy.ts';
import { ticketCopy } from './ticket/card-copy.ts';
import { detailsCopy } from './ticket/copy.ts';

export const eventRefusals = {
  EVENT_OVER: page.past,

  SOLD_OUT: page.soldOut,
  EVENT_PRICE_CHANGED: (price: { amount: number; currency: string }) =>
    `Cena se ne slaže sa cenovnikom: tačna cena je ${formatMoney(price)}. Zatvorite rezervaciju i počnite ponovo; ništa nije zabeleženo.`,
  RESERVATION_SETTLED:
    'Ova rezervacija je već plaćena ili je otkazana, pa ne može da se menja. Zatvorite prozor i napravite novu.',
  RESERVATION_LAPSED:
    'Ova rezervacija je istekla jer uplata nije stigla na vreme, a mesto je oslobođeno. Zatvorite prozor i napravite novu.',
  SCARCE_PLACE_HELD:
    'Na ovu email adresu već čeka uplatu jedna rezervacija paketa sa ograničenim brojem mesta; uputstvo je u poruci na toj adresi. Novu možete da napravite kada uplata bude evidentirana ili rezervacija istekne.',
  TOO_MANY_RESERVATIONS: ({ minutes }: { minutes: number }) =>
    `Previše rezervacija za kratko vreme. Sačekajte ${plural(minutes, { one: '# minut', few: '# minuta', other: '# minuta' })} i pokušajte ponovo; sve što ste upisali ostaje.`,
  RESERVATION_GONE: 'Rezervacija više ne postoji; neko ju je već obrisao.',
  TICKET_UNKNOWN: ticketCopy.missing,
  NAMES_CLOSED: 'Imena više ne mogu da se menjaju: događaj je počeo ili rezervacija više ne važi.',
  PLACE_CHANGED: 'Ime na ovoj karti je u međuvremenu promenjeno. Pogledajte novo stanje pa ponovite.',
  PLACE_UNPAID: 'Mesto možete da ustupite kada uplata bude evidentirana. Ime možete da promenite odmah.',
  CLAIM_CHANGED: 'Podaci firme su u međuvremenu promenjeni. Pogledajte novo stanje pa ponovite.',
  CLAIM_CLOSED: 'Firma može da se upiše samo dok rezervacija čeka uplatu. Pišite organizatoru.',
  DETAILS_CHANGED: detailsCopy.conflict,
  TICKET_USED: 'Karta je već iskorišćena i ne može da se ustupi.',
} satisfies Sentences;
