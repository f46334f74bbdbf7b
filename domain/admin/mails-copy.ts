import type { Count } from '../count.ts';
import { plural } from '../plural.ts';

/** What each mail is called in the back office; one without a name does not compile (server/emails.ts). */
export const mailNames = {
  'accounts.address-exists': 'Adresa već ima nalog',
  'accounts.address-wanted': 'Pokušaj preuzimanja adrese',
  'accounts.approved': 'Registracija odobrena',
  'accounts.change-undone': 'Promena na nalogu poništena',
  'accounts.closed': 'Nalog zatvoren',
  'accounts.confirm-address': 'Potvrda adrese',
  'accounts.email-change': 'Promena adrese',
  'accounts.reauthentication': 'Kod za potvrdu',
  'accounts.recovery': 'Link za novu lozinku',
  'accounts.registration-received': 'Zahtev primljen',
  'accounts.registration-waiting': 'Zahtev čeka odobrenje (administratoru)',
  'accounts.registrations-waiting': 'Zahtevi čekaju odobrenje (administratoru)',
  'accounts.rejected': 'Registracija odbijena',
  'accounts.owner-rescued': 'Obnovljen pristup glavnog administratora',
  'accounts.notice': 'Otkaz ugovora',
  'accounts.notice-taken-back': 'Otkaz ugovora povučen',
  'accounts.terminated': 'Ugovor je prestao',
  'accounts.staff-touched': 'Promena na nalogu administratora',
  'accounts.super-admin-moved': 'Promenjen glavni administrator',
  'accounts.second-step-stays': 'Uklanjanje potvrde u dva koraka zaustavljeno',
  'accounts.way-in-changed': 'Promena načina prijave',
  'advertising.cancelled': 'Pretplata otkazana',
  'advertising.payment-failed': 'Naplata nije uspela',
  'advertising.renewed': 'Pretplata obnovljena',
  'advertising.special-started': 'Specijalni paket',
  'advertising.started': 'Pretplata počela',
  'devices.linked': 'Televizor povezan',
  'events.cancelled': 'Rezervacija otkazana',
  'events.confirmed': 'Karta za događaj',
  'events.place-given': 'Ustupljena karta za događaj',
  'events.programme': 'Satnica i dolazak na događaj',
  'events.place-left': 'Obaveštenje o ustupljenom mestu',
  'events.expired': 'Rezervacija istekla',
  'events.lapsing': 'Rezervacija ističe',
  'events.part-came': 'Stigao deo uplate',
  'events.reminder': 'Podsetnik za uplatu',
  'events.reserved': 'Uputstvo za uplatu',
  'orders.new-sale': 'Nova prodaja (administratoru)',
  'orders.paid': 'Potvrda kupovine',
  'orders.returned': 'Vraćena uplata',
  'orders.withdrawal-came': 'Odustanak od kupovine (administratoru)',
  'orders.withdrawn': 'Primljen odustanak od kupovine',
  'vouchers.redeemed': 'Vaučer iskorišćen',
};

/** The log of mails. */
export const mails = {
  title: 'Email poruke',
  search: 'Ime, email ili naslov',
  state: 'Stanje',
  states: { queued: 'Čeka', sent: 'Poslato', failed: 'Nije poslato', expired: 'Isteklo' },
  waiting: (n: Count) => plural(n, { one: '# poruka čeka', few: '# poruke čekaju', other: '# poruka čeka' }),
  failed: (n: Count) =>
    plural(n, { one: '# poruka nije poslata', few: '# poruke nisu poslate', other: '# poruka nije poslato' }),
  expired: (n: Count) =>
    plural(n, { one: '# poruka je istekla', few: '# poruke su istekle', other: '# poruka je isteklo' }),
  columns: { created: 'Nastala', to: 'Kome', subject: 'Poruka', state: 'Stanje', actions: 'Radnje' },
  attempts: (n: number) => plural(n, { one: '# pokušaj', few: '# pokušaja', other: '# pokušaja' }),
  nextAttempt: (when: string) => `Sledeći pokušaj: ${when}`,
  tooLate: (when: string) => `Nije otišla do ${when} i više se ne šalje.`,
  sentAt: (when: string) => `Poslata ${when}`,
  preview: 'Pogledaj',
  previewOf: (what: string) => `Pogledaj poruku: ${what}`,
  previewTitle: 'Pregled poruke',
  retry: 'Pošalji ponovo',
  retryOf: (what: string) => `Pošalji ponovo: ${what}`,
  retried: 'Poruka je ponovo stavljena u red za slanje.',
  retryError: 'Poruka nije stavljena u red. Pokušajte ponovo.',
  retryFailed: 'Pošalji ponovo sve neuspele',
  retryFailedTitle: 'Poslati ponovo sve neuspele poruke?',
  retryFailedText: (n: Count) =>
    `${plural(n, { one: '# poruka ide', few: '# poruke idu', other: '# poruka ide' })} ponovo u red za slanje. Poruke čiji kod ili link više ne važi, kao i poruke bez sačuvanog sadržaja, ostaju neposlate.`,
  retryFailedYes: 'Pošalji ponovo',
  retriedFailed: (queued: number, left: number) =>
    [
      plural(queued, {
        one: '# poruka je ponovo u redu za slanje.',
        few: '# poruke su ponovo u redu za slanje.',
        other: '# poruka je ponovo u redu za slanje.',
      }),
      left > 0 &&
        plural(left, {
          one: '# poruka ne može da se pošalje.',
          few: '# poruke ne mogu da se pošalju.',
          other: '# poruka ne može da se pošalje.',
        }),
    ]
      .filter(Boolean)
      .join(' '),
  retryFailedError: 'Poruke nisu stavljene u red. Pokušajte ponovo.',
  to: 'Kome',
  subject: 'Naslov',
  template: 'Vrsta',
  frame: 'Sadržaj poruke',
  asText: 'Samo tekst',
  asHtml: 'Kako je vidi primalac',
  containsCredential:
    'Ova poruka nosi link ili kod kojim se otvara nalog, rezervacija ili karta. Njen sadržaj vidi samo primalac.',
  noContent: 'Sadržaj ove poruke nije sačuvan.',
  loadError: 'Poruka nije učitana. Pokušajte ponovo.',
  empty: 'Nijedna poruka još nije poslata.',
  emptyFilter: 'Nema poruka za izabrani filter.',
  templates: mailNames as Record<string, string>,
} as const;
