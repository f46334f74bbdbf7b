import { formatNumber } from '../../money.ts';
import { formatDate } from '../../time.ts';
import type { RateState } from './rates.ts';

const decimals = (n: number) => {
  const [whole, part = ''] = String(n).split('.');
  return `${formatNumber(Number(whole))},${part.padEnd(2, '0')}`;
};
const dinars = (rate: number) => `${decimals(rate)}\u00a0RSD`;

/** The rate of the euro, on /admin/bank. */
export const ratesCopy = {
  open: (rate: string) => `Kurs evra: ${rate}`,
  rate: decimals,
  title: 'Kurs evra',
  lead: 'Po kursu svog dana računaju se nove narudžbine i obnove. Ranije narudžbine zadržavaju svoj kurs, a događaj ima svoj.',
  list: 'Kursevi po danima',
  th: { from: 'Važi od', rate: 'Dinara za 1 €', by: 'Upisao', state: 'Stanje', remove: 'Brisanje' },
  first: 'od početka',
  settings: 'podešavanja firme',
  gone: 'obrisan nalog',
  states: { coming: 'najavljen', valid: 'važi', past: 'ranije' } satisfies Record<RateState, string>,
  from: 'Važi od dana',
  field: 'Dinara za 1 €',
  dateMissing: 'Izaberite dan.',
  wrong: 'Upišite kurs, na primer 117,17.',
  set: 'Upiši kurs',
  question: 'Upisati ovaj kurs?',
  text: (from: string, rate: number, now: number) =>
    `Od ${formatDate(from)} 1 € = ${dinars(rate)}. Sada važi ${dinars(now)}${difference(rate, now)}.`,
  today: 'Kurs od današnjeg dana počinje odmah da važi i više se ne menja.',
  yes: 'Upiši',
  done: 'Kurs je upisan.',
  remove: 'Obriši',
  removeFor: (from: string) => `kurs od ${formatDate(from)}`,
  removed: 'Kurs je obrisan.',
};

function difference(rate: number, now: number): string {
  const percent = Math.round((rate / now - 1) * 1000) / 10;
  if (percent === 0) return '';
  return `; razlika je ${percent > 0 ? '+' : '-'}${decimals(Math.abs(percent)).replace(/0$/, '')}%`;
}
