import type * as z from 'zod';
import { common } from './copy.ts';
import { plural } from './plural.ts';

/**
 * Sentences for input that a contract refuses: Zod ships no Serbian. Set once by the server (`z.config(serbian)`); a
 * message written in a contract or a form's rule comes before these.
 */
export const serbian = { localeError: sentenceOf };

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['localeError']>>[0];

const characters = (n: number) => plural(n, { one: '# karakter', few: '# karaktera', other: '# karaktera' });
const entries = (n: number) => plural(n, { one: '# stavku', few: '# stavke', other: '# stavki' });
const bytes = (n: number) => plural(n, { one: '# bajt', few: '# bajta', other: '# bajtova' });

function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return common.required;
      return expectedTypes[issue.expected] ?? 'Vrednost nije ispravna.';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_format':
      return formats[issue.format] ?? 'Upisani oblik nije ispravan.';
    case 'invalid_value':
      return issue.input === undefined ? common.required : 'Izaberite jednu od ponuđenih vrednosti.';
    case 'not_multiple_of':
      return `Vrednost mora da bude deljiva sa ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Nepoznato polje: ${issue.keys.join(', ')}.`;
    case 'invalid_union':
      return issue.input === undefined ? common.required : 'Vrednost nije ispravna.';
    default:
      return 'Vrednost nije ispravna.';
  }
}

const expectedTypes: Record<string, string> = {
  string: 'Ovde se upisuje tekst.',
  number: 'Ovde se upisuje broj.',
  int: 'Ovde se upisuje ceo broj.',
  bigint: 'Ovde se upisuje ceo broj.',
  boolean: 'Ovde se bira da ili ne.',
  date: 'Datum nije ispravan.',
  array: 'Ovde se očekuje lista.',
  object: 'Ovde se očekuje skup polja.',
};

const formats: Record<string, string> = {
  email: 'Unesite ispravnu email adresu.',
  url: 'Unesite ispravan link.',
  uuid: 'Oznaka nije ispravna.',
  datetime: 'Datum i vreme nisu ispravni.',
  date: 'Datum nije ispravan.',
  time: 'Vreme nije ispravno.',
  base64: 'Sadržaj fajla nije čitljiv.',
};

function tooSmall(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === 'string') return minimum === 1 ? common.required : `Upišite najmanje ${characters(minimum)}.`;
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return minimum === 1 ? 'Izaberite bar jednu stavku.' : `Izaberite najmanje ${entries(minimum)}.`;
  if (origin === 'date') return 'Datum je previše rano.';
  if (origin === 'file') return `Fajl mora da ima najmanje ${bytes(minimum)}.`;
  return inclusive ? `Najmanja dozvoljena vrednost je ${minimum}.` : `Vrednost mora da bude veća od ${minimum}.`;
}

function tooBig(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `Upišite najviše ${characters(maximum)}.`;
  if (origin === 'array' || origin === 'set' || origin === 'map') return `Izaberite najviše ${entries(maximum)}.`;
  if (origin === 'date') return 'Datum je previše kasno.';
  if (origin === 'file') return `Fajl sme da ima najviše ${bytes(maximum)}.`;
  return inclusive ? `Najveća dozvoljena vrednost je ${maximum}.` : `Vrednost mora da bude manja od ${maximum}.`;
}
