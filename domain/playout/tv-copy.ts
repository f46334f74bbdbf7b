import { plural } from '../plural.ts';

/** What a playing TV says. */
export const tvCopy = {
  tag: 'Reklama',
  ok: 'OK',
  okBanner: 'QR kod na ceo ekran',
  qrTitle: 'Skenirajte telefonom',
  qrOpens: (host: string) => `Otvara se ${host}`,
  qrStays: (n: number) =>
    plural(n, {
      one: 'Kod ostaje još # sekundu.',
      few: 'Kod ostaje još # sekunde.',
      other: 'Kod ostaje još # sekundi.',
    }),
  qrBack: 'Pritisnite „nazad“ da ga sakrijete.',
  qrAlt: 'QR kod oglašivača',
  seen: 'Viđeno',
  offline: (since: string) => `Nema interneta od ${since}`,
  offlineText: (n: number) =>
    n === 0
      ? 'Program ide dalje.'
      : plural(n, {
          one: 'Program ide dalje. # viđena reklama je sačuvana; šaljemo je čim se veza vrati.',
          few: 'Program ide dalje. # viđene reklame su sačuvane; šaljemo ih čim se veza vrati.',
          other: 'Program ide dalje. # viđenih reklama je sačuvano; šaljemo ih čim se veza vrati.',
        }),
  offlineLong: 'Reklame su zastale',
  offlineLongText:
    'Televizor nema internet duže od dva sata. Program ide dalje, a prikazi se nastavljaju kad se veza vrati.',
  online: 'Veza se vratila',
  onlineText: (n: number) =>
    n === 0
      ? 'Nema ničega za slanje.'
      : plural(n, {
          one: '# sačuvana reklama je poslata.',
          few: 'Sve # sačuvane reklame su poslate.',
          other: 'Svih # sačuvanih reklama je poslato.',
        }),
  incomplete: 'Vlasniče, upišite u nalogu gde stoji ovaj televizor i na kom je uređaju.',
  blocked: 'Ovaj televizor ne prikazuje reklame',
  blockedText: (email: string) => `Program radi. Pišite nam na ${email}.`,
  elsewhere: 'Program već ide u drugom prozoru',
  elsewhereText: 'Zatvorite ga da bi se nastavio ovde.',
} as const;
