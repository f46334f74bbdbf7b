/** For whoever opens a mailed link: enough to know one's own address by, too little to learn it. */

const HIDDEN = '•';

/** `Kneza M•••`: the first word and the first letter of the next one; of a single word its first letters. */
export function maskedStreet(street: string): string {
  const [first = '', ...rest] = street.trim().split(/\s+/);
  if (first === '') return '';
  return rest.length > 0
    ? `${first} ${[...rest[0]!][0]}${HIDDEN.repeat(3)}`
    : `${[...first].slice(0, 2).join('')}${HIDDEN.repeat(3)}`;
}

/** `+381 •• ••• 0118`: the country, and the last four digits. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 8) return digits === '' ? '' : HIDDEN.repeat(4);
  const country = phone.trim().startsWith('+') ? `+${digits.slice(0, 3)} ` : '';
  return `${country}${HIDDEN.repeat(2)} ${HIDDEN.repeat(3)} ${digits.slice(-4)}`;
}
