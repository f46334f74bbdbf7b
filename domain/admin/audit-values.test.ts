import { expect, test } from 'vitest';
import { CODE_REFUSALS } from '../network/referral-code.ts';
import { changedFields, fieldName, shownField } from './audit-values.ts';

const PERSON = '0b8f6a7e-1111-4222-8333-944455556666';
const reservation = { subjectKind: 'reservation', names: {} };

test('money, states, times and days in the log are shown as people read them', () => {
  const all = {
    amount: 1_834_900,
    currency: 'RSD',
    status: 'placeno',
    packageId: 'two-tickets-accommodation',
    country: 'CG',
    lapsesAt: '2027-05-10T10:00:00.000Z',
    dueOn: '2027-05-12',
    offline: true,
    owed: [{ amount: 5_000, currency: 'EUR' }],
    bannerCount: 12_000,
    year: 2027,
  };
  const texts = Object.keys(all).map((field) => [fieldName(field), plain(shownField(reservation, field, all))]);
  expect(texts).toEqual([
    ['Iznos', '18.349,00 RSD'],
    ['Valuta', 'RSD'],
    ['Status', 'Plaćeno'],
    ['Paket', 'Porodični paket - 2 karte + smeštaj'],
    ['Zemlja', 'Crna Gora'],
    ['Ističe', '10. 5. 2027. u 12:00'],
    ['Rok za odgovor', '12. 5. 2027.'],
    ['Bez veze', 'Da'],
    ['Za vraćanje', '50,00 €'],
    ['L-baneri', '12.000'],
    ['Godina događaja', '2027'],
  ]);
});

test('every reason for which a referral code puts nobody in the network has words', () => {
  const about = { subjectKind: 'profile', names: {} };
  const words = CODE_REFUSALS.map((reason) => plain(shownField(about, 'reason', { reason })));
  expect(words.filter((word) => (CODE_REFUSALS as readonly string[]).includes(word))).toEqual([]);
});

test('the same word is called after what it is about; what people wrote stays as it is', () => {
  const status = (subjectKind: string, value: string) =>
    plain(shownField({ subjectKind, names: {} }, 'status', { status: value }));
  expect(status('reservation', 'pending')).toBe('Čeka plaćanje');
  expect(status('order', 'pending')).toBe('Na čekanju');
  expect(status('subscription', 'past_due')).toBe('Naplata nije uspela');
  expect(plain(shownField(reservation, 'reason', { reason: 'Dupla rezervacija' }))).toBe('Dupla rezervacija');
});

test('an id is the name it stands for, and what is gone is a short id', () => {
  const ana = { kind: 'profile', name: 'ana@primer.rs', lookup: 'ana@primer.rs' };
  const about = { subjectKind: 'profile', names: { [PERSON]: ana } };
  expect(shownField(about, 'uplineId', { uplineId: PERSON })).toEqual({ is: 'subject', ...ana });
  expect(plain(shownField(reservation, 'uplineId', { uplineId: PERSON }))).toBe('0b8f6a7e…');
});

test('only what differs is a change, and an entry without values has none', () => {
  expect(changedFields({ before: { city: 'Čačak', phone: '1' }, after: { city: 'Niš', phone: '1' } })).toEqual([
    'city',
  ]);
  expect(changedFields({ before: null, after: null })).toEqual([]);
  expect(changedFields({ before: null, after: { reason: null } })).toEqual([]);
});

function plain(value: ReturnType<typeof shownField>): string {
  if (value.is === 'parts') return value.parts.map(({ value: part }) => plain(part)).join(', ');
  return value.is === 'text' ? value.text.replaceAll('\u00a0', ' ') : value.is;
}
