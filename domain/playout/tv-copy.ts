import { plural } from '../plural.ts';

/** What a playing TV says. */
export const tvCopy = {
  tag: 'Reklama',
  left: (seconds: number) => `još ${seconds} s`,
  ok: 'OK',
  okBanner: 'QR kod na ceo ekran',
  okSpot: 'Pritisnite OK za QR kod',
  qrTitle: 'Skenirajte telefonom',
  qrOpens: (host: string) => `Otvara se ${host}`,
  qrStays: (n: number) =>
    plural(n, {
      one: 'Kod ostaje još # sekundu.',
      few: 'Kod ostaje još # sekunde.',
      other: 'Kod ostaje još # sekundi.',
    }),
  qrBack: 'Pritisnite „nazad“ da ga sakrijete.',
  qrBackShort: '„Nazad“ sakriva kod',
  qrAlt: 'QR kod oglašivača',
  seen: 'Viđeno',
  offline: (since: string) => `Nema interneta od ${since}`,
  offlineSinceStart: 'Nema interneta',
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
  unplaced: 'Nedostaje podatak',
  incomplete: 'Vlasniče, upišite u nalogu gde stoji ovaj televizor.',
  unlicensed: 'Ovaj televizor prikazuje samo program',
  unlicensedText: 'Vlasniče, upišite u nalogu serijski broj uređaja. Stoji na kutiji i na uređaju.',
  still: 'Da li još gledate?',
  stillText: 'Pritisnite bilo koje dugme. Bez toga reklame zastaju, a program ide dalje.',
  blocked: 'Ovaj televizor ne prikazuje reklame',
  blockedText: (email: string, number: string | null) =>
    number === null
      ? `Program radi. Pišite nam na ${email}.`
      : `Program radi. Pišite nam na ${email} i navedite TV ${number}.`,
  elsewhere: 'Program već ide u drugom prozoru',
  elsewhereText: 'Zatvorite ga da bi se nastavio ovde.',
  crashed: 'Program je zastao',
  crashedText: 'Nastavlja se sam za nekoliko trenutaka.',
} as const;
