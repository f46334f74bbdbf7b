const rules = new Intl.PluralRules('sr-Latn-RS');

/** The three Serbian forms: 1 red, 2 reda, 5 redova. */
export interface Forms {
  one: string;
  few: string;
  other: string;
}

const number = new Intl.NumberFormat('sr-Latn-RS');

/** `#` in the chosen form is replaced by the number: plural(2, { one: '# red', few: '# reda', other: '# redova' }). */
export function plural(n: number, forms: Forms): string {
  const category = rules.select(n);
  const form = category === 'one' || category === 'few' ? forms[category] : forms.other;
  return form.replaceAll('#', number.format(n));
}
