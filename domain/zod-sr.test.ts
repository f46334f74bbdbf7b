import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { serbian } from './zod-sr.ts';

const before = z.config();
const own = { ...before };
beforeAll(() => {
  z.config(serbian);
});
afterAll(() => {
  z.config(own);
});

const said = (shape: z.ZodType, input: unknown) => shape.safeParse(input).error?.issues.map(({ message }) => message);

test('what is missing is asked for, by whatever shape', () => {
  for (const shape of [z.string(), z.string().min(1), z.number(), z.enum(['a', 'b']), z.uuid(), z.array(z.string())])
    expect(said(z.object({ field: shape }), {})).toEqual(['Ovo polje je obavezno.']);
  expect(said(z.string().min(1), '')).toEqual(['Ovo polje je obavezno.']);
});

test('limits are named with their number in the right Serbian form', () => {
  expect(said(z.string().max(1), 'aa')).toEqual(['Upišite najviše 1 karakter.']);
  expect(said(z.string().min(8), 'aa')).toEqual(['Upišite najmanje 8 karaktera.']);
  expect(said(z.array(z.string()).min(1), [])).toEqual(['Izaberite bar jednu stavku.']);
  expect(said(z.array(z.string()).max(2), ['a', 'b', 'c'])).toEqual(['Izaberite najviše 2 stavke.']);
  expect(said(z.number().max(5), 6)).toEqual(['Najveća dozvoljena vrednost je 5.']);
  expect(said(z.number().gt(5), 5)).toEqual(['Vrednost mora da bude veća od 5.']);
});

test('shapes have sentences of their own, and a written message comes first', () => {
  expect(said(z.email(), 'nije')).toEqual(['Unesite ispravnu email adresu.']);
  expect(said(z.int(), 1.5)).toEqual(['Ovde se upisuje ceo broj.']);
  expect(said(z.strictObject({}), { x: 1 })).toEqual(['Nepoznato polje: x.']);
  expect(said(z.email('Baš ova poruka.'), 'nije')).toEqual(['Baš ova poruka.']);
});
