import { typeset } from '../typography.ts';
import { countDevices } from '../wording.ts';
import type { BuyerProblem, StaffWay } from './ways.ts';

/** /admin/new-order: staff enter an order for somebody on the phone. */
export const newOrder = typeset({
  title: 'Nova narudžbina',
  lead: 'Za kupca koji zove. Cena, pravila i poruke su isti kao pri kupovini na sajtu.',
  person: 'Kupac',
  search: 'Ime, email, telefon, firma, PIB ili kod',
  searchHint: 'Bar dva slova ili cifre.',
  found: 'Nađeni korisnici',
  noneFound: 'Nema takvog korisnika.',
  noAccount: 'Kupac bez naloga prvo se registruje na sajtu; posle odobrenja narudžbina može da se upiše.',
  listFailed: 'Korisnici nisu učitani',
  other: 'Drugi kupac',
  failed: 'Podaci o kupcu nisu učitani',
  gone: 'Tog korisnika više nema.',
  problem: {
    waiting: 'Nalog čeka odobrenje, pa narudžbina ne može da se upiše.',
    blocked: 'Nalog je blokiran, pa narudžbina ne može da se upiše.',
    closed: 'Nalog je zatvoren, pa narudžbina ne može da se upiše.',
  } satisfies Record<BuyerProblem, string>,
  product: 'Šta naručuje',
  devices: countDevices,
  waysHint: 'Cena uređaja je ista; pouzeće ima naknadu kurira.',
  sum: { transfer: 'Za uplatu', cash_on_delivery: 'Kurir naplaćuje' } satisfies Record<StaffWay, string>,
  formHint: 'Važi samo za ovu narudžbinu; podaci u nalogu ostaju kakvi su.',
  transferText: 'Kupac dobija predračun sa IPS QR kodom email porukom; na njemu piše do kada važi.',
  onDeliveryText: (amount: string) => `Kurir naplaćuje ${amount}. Pre pakovanja zovemo kupca da potvrdi.`,
  summary: 'Pregled',
  go: 'Naruči',
  confirmTitle: 'Potvrda narudžbine',
  /** Read aloud to the caller. */
  confirm: (name: string, product: string) => `${name} naručuje: ${product}.`,
  confirmTransfer: (amount: string) => `Uplata na račun: ${amount}. Predračun stiže email porukom.`,
  confirmOnDelivery: (amount: string, fee: string) => `Kurir naplaćuje ${amount}, sa naknadom za pouzeće ${fee}.`,
  confirmYes: 'Upiši narudžbinu',
  notSaved: 'Narudžbina nije upisana. Pokušajte ponovo; ista narudžbina ne može da nastane dva puta.',
  done: (number: number) => `Narudžbina ${number} je upisana. Kupac dobija poruku.`,
  same: (number: number) => `Ista narudžbina već postoji: ${number}.`,
  unsaved: 'podaci za narudžbinu',
});
