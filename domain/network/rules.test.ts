import { expect, test } from 'vitest';
import { firstProblem, type ReferralForm, trimReferralForm } from './referral-form.ts';
import { idsOfPath, memberName, pathOf, truncateName } from './rules.ts';

const filled: ReferralForm = {
  email: 'ana@primer.rs',
  password: 'osamznakova',
  firstName: 'Ana',
  lastName: 'Šarić',
  username: 'ana',
  phone: '064123456',
  country: 'RS',
  city: 'Čačak',
  code: 'AB2CDE3F',
};

test('problems are said one by one, in a fixed order', () => {
  const said: string[] = [];
  let form: ReferralForm = { ...filled };
  for (const field of Object.keys(form) as (keyof ReferralForm)[]) form = { ...form, [field]: '' };
  const repair = (problem: { field: keyof ReferralForm; message: string }) => {
    const half = problem.message === 'Email je obavezan.' ? 'ana@' : filled[problem.field];
    form = { ...form, [problem.field]: half };
  };
  for (let problem = firstProblem(form); problem; problem = firstProblem(form)) {
    said.push(problem.message);
    repair(problem);
  }
  expect(said).toEqual([
    'Email je obavezan.',
    'Unesite ispravnu email adresu.',
    'Lozinka mora imati najmanje 8 karaktera.',
    'Ime je obavezno.',
    'Prezime je obavezno.',
    'Korisničko ime je obavezno.',
    'Telefon je obavezan.',
    'Zemlja je obavezna.',
    'Grad je obavezan.',
    'Molimo unesite referal kod ili otvorite link sa ispravnim kodom.',
  ]);
});

test('a password is as long as its characters, counted as the server counts them', () => {
  const said = (password: string) => firstProblem({ ...filled, password })?.message ?? null;
  expect(said('🔑🔑🔑🔑')).toBe('Lozinka mora imati najmanje 8 karaktera.');
  expect(said('s\u030cs\u030cs\u030cs\u030c'), 'š typed as two code points').toBe(
    'Lozinka mora imati najmanje 8 karaktera.',
  );
  expect(said('🔑🔑🔑🔑🔑🔑🔑🔑')).toBeNull();
});

test('inputs are trimmed before they are checked, the password is not', () => {
  const blank = trimReferralForm({ ...filled, firstName: '   ', password: '1234567 ' });
  expect(firstProblem(blank)?.message).toBe('Ime je obavezno.');
  expect(blank.password).toBe('1234567 ');
  expect(trimReferralForm({ ...filled, email: ' ana@primer.rs ', code: ' ab2c-de3f ' })).toMatchObject({
    email: 'ana@primer.rs',
    code: 'AB2CDE3F',
  });
});

test('a path is the upline’s path and the own id, and names everybody above', () => {
  const [a, b] = ['0b3ac2ee-1111-4222-8333-444455556666', '1b3ac2ee-1111-4222-8333-444455556666'];
  const path = pathOf(b, pathOf(a, null));
  expect(path).toBe('root.0b3ac2ee_1111_4222_8333_444455556666.1b3ac2ee_1111_4222_8333_444455556666');
  expect(idsOfPath(path)).toEqual([a, b]);
});

test('long names are cut at twenty characters as a reader counts them', () => {
  expect(truncateName('Aleksandra Stanisavljević-Mirković')).toBe('Aleksandra Stanisavl…');
  expect(truncateName('Aleksandra Stanislav')).toBe('Aleksandra Stanislav');
  expect(truncateName('👩‍👩‍👧‍👦'.repeat(20))).toBe('👩‍👩‍👧‍👦'.repeat(20));
  expect(truncateName('👩‍👩‍👧‍👦'.repeat(21))).toBe(`${'👩‍👩‍👧‍👦'.repeat(20)}…`);
  expect(truncateName('Ana Marija Petrović  Đorđević')).toBe('Ana Marija Petrović…');
});

test('a member is called by the full name, or by the username', () => {
  expect(memberName({ firstName: 'Ana', lastName: 'Šarić', username: 'ana' })).toBe('Ana Šarić');
  expect(memberName({ firstName: null, lastName: 'Šarić', username: 'ana' })).toBe('Šarić');
  expect(memberName({ firstName: '', lastName: null, username: 'ana' })).toBe('ana');
});
