import type * as z from 'zod';
import { common } from './copy.ts';
import { isPhone } from './phone.ts';
import { isPostalCode, postalCodeRule } from './postal-code.ts';

/** The rules of phones and postal codes, the same in every form and contract. Only forms' own chunks import them: see phone.ts. */

/** Said after what is said of an empty or a too long one. */
export const phone = <S extends z.ZodType<string>>(text: S): S =>
  text.refine((value) => value === '' || isPhone(value), common.badPhone) as S;

/** Whatever else is wrong in it. A form that is missing altogether has no code to look at. */
export const isFormThere = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** The same for a company, whose fields are named otherwise; without a country it is one of Serbia. */
export const withCompanyPostalCode = <S extends z.ZodType<{ company_country: string; company_postal_code: string }>>(
  form: S,
): S =>
  form.refine(
    ({ company_country: country = 'RS', company_postal_code: code }) =>
      typeof country !== 'string' || typeof code !== 'string' || !code.trim() || isPostalCode(code, country),
    {
      path: ['company_postal_code'],
      error: ({ input }) =>
        postalCodeRule((input as { company_country?: string }).company_country ?? 'RS') ?? common.badPostalCode,
      when: isFormThere,
    },
  ) as S;

/** Of an address in a country of the form, together with the form's other mistakes. An empty code is the field's own matter. */
export const withPostalCode = <S extends z.ZodType<{ country: string; postalCode: string }>>(form: S): S =>
  form.refine(
    ({ country, postalCode }) =>
      typeof country !== 'string' ||
      typeof postalCode !== 'string' ||
      !postalCode.trim() ||
      isPostalCode(postalCode, country),
    {
      path: ['postalCode'],
      error: ({ input }) => postalCodeRule((input as { country: string }).country) ?? common.badPostalCode,
      when: isFormThere,
    },
  ) as S;
