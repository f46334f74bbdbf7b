import { formatNumber } from '../money.ts';
import { plural } from '../plural.ts';
import { countBanners } from '../wording.ts';
import { MAX_BANNERS, MAX_CODES_AT_ONCE } from './rules.ts';

const codes = (n: number) => plural(n, { one: '# kod', few: '# koda', other: '# kodova' });

/** The admin's vouchers: issuing, the list, the sheet to print. The columns are named in copy.ts, with the file's. */
export const office = {
  title: 'Vaučeri',
  search: 'Kod, napomena ili osoba',
  state: 'Stanje vaučera',
  export: 'Preuzmi CSV',
  issue: 'Izdaj vaučere',
  copyCode: (code: string) => `kod ${code}`,
  none: 'Još nema vaučera',
  noneHint: 'Izdajte prvi kod; ko ga upiše, dobija L-banere na svoje stanje.',
  noneFilter: 'Nema vaučera za izabrani filter.',
  erased: 'obrisan nalog',
  inBatch: 'Cela serija',
  actions: 'Radnje',
  voidedOn: (date: string) => `poništen ${date}`,

  form: {
    title: 'Izdavanje vaučera',
    text: 'Svaki kod važi jednom: ko ga prvi upiše, dobija sve L-banere sa njega.',
    bannerCount: 'L-banera na svakom kodu',
    bannerCountWrong: `Upišite ceo broj od 1 do ${formatNumber(MAX_BANNERS)}.`,
    count: 'Broj kodova',
    countWrong: `Upišite ceo broj od 1 do ${formatNumber(MAX_CODES_AT_ONCE)}.`,
    note: 'Napomena',
    noteHint: 'Kome su namenjeni ili povodom čega. Vide je samo administratori.',
    sum: (count: number, each: number) =>
      `${codes(count)} × ${countBanners(each)} = ukupno ${countBanners(count * each)}.`,
    button: 'Nastavi',
    allowance: (left: number, limit: number) =>
      `Danas možete da izdate još ${formatNumber(left)} od ${formatNumber(limit)} L-banera.`,
    tooMany: (left: number) => `To je više nego što danas još možete da izdate: ${countBanners(left)}.`,
    question: (count: number) => `Izdati ${codes(count)}?`,
    answer: 'Kodovi važe odmah. Dok ih niko ne iskoristi, celu seriju možete da poništite.',
    back: 'Nazad',
    yes: (count: number) => `Izdaj ${codes(count)}`,
    busy: 'Izdavanje…',
    done: (n: number) =>
      plural(n, { one: 'Izdat je # vaučer.', few: 'Izdata su # vaučera.', other: 'Izdato je # vaučera.' }),
  },

  batch: {
    name: 'Serija',
    title: (count: number) => `Serija od ${plural(count, { one: '# koda', few: '# koda', other: '# kodova' })}`,
    text: (each: number, used: number, voided: number) =>
      `Po ${countBanners(each)}. Iskorišćeno: ${formatNumber(used)}. Poništeno: ${formatNumber(voided)}.`,
    copyAll: 'Kopiraj kodove',
    print: 'Odštampaj kartice',
    leave: 'Svi vaučeri',
    void: {
      button: 'Poništi celu seriju…',
      title: 'Poništiti celu seriju?',
      text: (unused: number, each: number, used: number) =>
        `${codes(unused)} po ${countBanners(each)}, ukupno ${countBanners(unused * each)}, posle ovoga više niko ne može da iskoristi.${
          used > 0 ? ` Već iskorišćeni ostaju: ${formatNumber(used)}.` : ''
        } Poništavanje ne može da se opozove.`,
      yes: 'Poništi celu seriju',
      done: (n: number) =>
        plural(n, { one: 'Poništen je # kod.', few: 'Poništena su # koda.', other: 'Poništeno je # kodova.' }),
    },
  },

  void: {
    button: 'Poništi',
    buttonFor: (code: string) => `Poništi vaučer ${code}`,
    title: 'Poništavanje vaučera',
    text: (code: string, n: number) =>
      `Kod ${code} (${countBanners(n)}) posle ovoga više niko ne može da iskoristi. Poništavanje ne može da se opozove.`,
    yes: 'Poništi vaučer',
    done: 'Vaučer je poništen.',
  },

  card: {
    name: 'Vaučer',
    banners: countBanners,
    how: (address: string) => `Skenirajte ili otvorite ${address}, prijavite se i upišite kod. Važi jednom.`,
    qr: (code: string) => `QR kod vaučera ${code}`,
  },
} as const;
