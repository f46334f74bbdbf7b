import { plural } from '../plural.ts';

/** Header, footer, 404, error page. */
export const copy = {
  header: {
    home: 'Vidik, početna strana',
    nav: 'Glavni meni',
    what: 'Šta je Vidik',
    how: 'Kako funkcioniše',
    signIn: 'Prijava / registracija',
    signOut: 'Odjava',
    open: 'Otvori meni',
    close: 'Zatvori meni',
  },
  admin: {
    signIn: 'Prijava',
    denied: 'Access denied',
    deniedText: 'Ova strana je dostupna samo administratorima.',
    checking: 'Provera prava pristupa…',
    /** On every page of the back office while nobody counts who asks how often. */
    limitsOff: 'Ograničenja su isključena (RATE_LIMITS=off): lozinke i kodovi mogu da se pogađaju bez kraja.',
  },
  cardAlt: 'Vidik: reklame koje se računaju. Uređaj pored televizora.',
  footer: {
    slogan: ['Mali uređaj.', 'Širok vidik.'],
    tagline: 'Vidik: reklame koje se računaju.',
    site: 'Vidik',
    legal: 'Pravne informacije',
    contact: 'Kontakt',
    company: (name: string, address: string, registration: string, tax: string) =>
      `${name}, ${address} · MB\u00a0${registration} · PIB\u00a0${tax}`,
    copyright: (year: number, name: string) => `© ${year} ${name.replace(/\.$/, '')}. Sva prava zadržana.`,
    places: 'Srbija · Crna Gora',
  },
  signOut: {
    success: 'Uspešno ste se odjavili!',
    undone: 'Svi uređaji su odjavljeni, a link za novu lozinku je u vašoj pošti.',
    error: 'Greška prilikom odjave. Na ovom uređaju ste odjavljeni, a na serveru odjavu završavamo čim se veza vrati.',
  },
  notFound: {
    pageTitle: 'Strana nije pronađena | Vidik',
    code: '404',
    noSignal: 'Nema signala',
    title: 'Oops! Page not found',
    text: 'Strana koju tražite ne postoji ili je premeštena.',
    link: 'Povratak na početnu stranu',
  },
  offline: {
    title: 'Nema veze sa internetom',
    text: 'Ova strana još nije sačuvana na vašem uređaju. Proverite vezu, pa pokušajte ponovo.',
    retry: 'Pokušaj ponovo',
    banner: (time: string) => `Na ekranu su podaci iz ${time}. Šta upišete ostaje ovde; pošaljite kada se veza vrati.`,
    bannerWaits: (time: string, waits: string) => `Na ekranu su podaci iz ${time}. ${waits} Šaljemo čim se veza vrati.`,
    again: (seconds: number) => `Pokušavamo ponovo za ${seconds}\u00a0s`,
    now: 'Pokušaj sada',
    back: 'Veza je vraćena.',
    waits: (count: number) =>
      plural(count, { one: 'Čeka # promena.', few: 'Čekaju # promene.', other: 'Čeka # promena.' }),
    sent: (count: number) =>
      plural(count, { one: 'Poslata je # promena.', few: 'Poslate su # promene.', other: 'Poslato je # promena.' }),
    notLoaded: 'Ta strana se nije učitala. Ostali ste ovde i ništa nije izgubljeno; pokušajte ponovo.',
    stays: 'Nema veze, pa se ta strana ne otvara. Ostali ste ovde i ništa nije izgubljeno.',
  },
  failure: {
    title: 'Smetnje na vezi',
    reference: (reference: string) => `Oznaka greške: ${reference}`,
    reload: 'Učitaj ponovo',
  },
} as const;
