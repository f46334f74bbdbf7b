import * as z from 'zod';
import { common } from '../copy.ts';
import { LastEdit } from '../last-edit.ts';
import { isPhone } from '../phone.ts';
import { isPostalCode, isPostalCodeSomewhere, postalCodeRule } from '../postal-code.ts';
import { plainLine } from '../shapes.ts';
import { people as copy } from './people-copy.ts';

const line = (field: keyof typeof copy.fields, longest: number) =>
  plainLine(longest, common.tooLong(copy.fields[field], longest))
    .transform((value) => value || null)
    .nullable();
const number = z.int().min(0).max(9_999_999_999_999).nullable();

/** What staff may write in a profile. */
export const PersonFields = z.object({
  username: plainLine(100, common.tooLong(copy.fields.username, 100)).min(1, copy.usernameRequired),
  firstName: line('firstName', 100),
  lastName: line('lastName', 100),
  phone: line('phone', 40),
  country: line('country', 60),
  city: line('city', 100),
  address: line('address', 160),
  addressNumber: line('addressNumber', 20),
  postalCode: line('postalCode', 12),
  companyName: line('companyName', 200),
  companyTaxNumber: number,
  companyRegistrationNumber: number,
  companyAddress: line('companyAddress', 200),
});
export type PersonFields = z.infer<typeof PersonFields>;
/**
 * Somebody else wrote some of the same fields meanwhile: which, what all fields hold now, and who it was. `by` is a name for
 * staff and nothing for the owner of the account, who is not told names of staff; `you` is the same person in another window.
 */
export const PersonChanged = LastEdit.extend({
  fields: z.array(z.string()),
  now: PersonFields.nullable(),
});

/** As staff may write them; what stands there from before may be anything. */
export const WrittenPersonFields = PersonFields.extend({
  phone: PersonFields.shape.phone.refine((text) => text === null || isPhone(text), common.badPhone),
  postalCode: PersonFields.shape.postalCode.refine(isPostalCodeSomewhere, common.badPostalCode),
});
export const PERSON_FIELDS = Object.keys(PersonFields.shape) as (keyof PersonFields)[];

const digits = z
  .string()
  .trim()
  .regex(/^\d{0,13}$/, copy.digits)
  .transform((value) => (value === '' ? null : Number(value)));

/**
 * The same fields as a form has them: numbers are typed, nothing is an empty text, and the postal code is one of the country, where that is
 * known.
 */
export const PersonForm = WrittenPersonFields.extend({
  companyTaxNumber: digits,
  companyRegistrationNumber: digits,
}).refine(
  ({ country, postalCode }) => typeof postalCode !== 'string' || !postalCode || isPostalCode(postalCode, country ?? ''),
  {
    path: ['postalCode'],
    error: ({ input }) => postalCodeRule((input as { country: string | null }).country ?? '') ?? common.badPostalCode,
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);
export type PersonFormValues = z.input<typeof PersonForm>;

/** What staff call a person, as a row shows it. */
export const PersonLabels = z.object({ isCompany: z.boolean(), isPartner: z.boolean(), isInstaller: z.boolean() });
export type PersonLabels = z.infer<typeof PersonLabels>;
export const labelsOf = ({ isCompany, isPartner, isInstaller }: PersonLabels): PersonLabels => ({
  isCompany,
  isPartner,
  isInstaller,
});

export const ROLES = ['company', 'partner', 'installer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Kinds of people a list can show. `others` are neither companies nor monters, `ending` are closed or under notice. */
export const PEOPLE_GROUPS = [...ROLES, 'others', 'waiting', 'blocked', 'ending'] as const;
export type PeopleGroup = (typeof PEOPLE_GROUPS)[number];
export const PEOPLE_SORTS = ['created', 'name', 'email', 'banners'] as const;
export type PeopleSort = (typeof PEOPLE_SORTS)[number];
