import { type Count, formatCount } from './count.ts';

/** The three Serbian forms: 1 red, 2 reda, 5 redova. */
export interface Forms {
  one: string;
  few: string;
  other: string;
}

/**
 * `#` in the chosen form is replaced by the number: plural(2, { one: '# red', few: '# reda', other: '# redova' }). For
 * whole numbers; the rule is CLDR's for Serbian, and a test compares them. More than was counted is `10.000+ redova`.
 */
export function plural(counted: number | Count, forms: Forms): string {
  const { count: n, more } = typeof counted === 'number' ? { count: counted, more: false } : counted;
  const teen = n % 100 > 10 && n % 100 < 20;
  const form = !teen && n % 10 === 1 ? forms.one : !teen && n % 10 > 1 && n % 10 < 5 ? forms.few : forms.other;
  return form.replaceAll('#', formatCount({ count: n, more }));
}
