import * as z from 'zod';
import { LEVELS, PERMISSIONS, type Permission } from '../access.ts';
import { CODE_REFUSALS } from '../network/referral-code.ts';
import { Id } from '../shapes.ts';

/** A person as they see themselves. */
export const Me = z.object({
  id: Id,
  email: z.string(),
  level: z.enum(LEVELS),
  /** What staff may do; empty for everybody else. */
  permissions: z.array(z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]])),
  /** Staff who must add a second step before they may work (`REQUIRE_ADMIN_MFA`). */
  mustAddSecondStep: z.boolean(),
  /** Staff who must choose a password of their own before they may work: theirs was generated and printed. */
  mustChangePassword: z.boolean(),
  /** Whoever has none comes in by mailed links. */
  hasPassword: z.boolean(),
  toBeRegistered: z.boolean(),
  isAdmin: z.boolean(),
  isCompany: z.boolean(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  companyName: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  addressNumber: z.string().nullable(),
  postalCode: z.string().nullable(),
  phone: z.string().nullable(),
  companyTaxNumber: z.int().nullable(),
  companyRegistrationNumber: z.int().nullable(),
  companyAddress: z.string().nullable(),
  /** What was chosen before registering, as the catalogue calls it; the first purchase begins there and ends it. */
  chosenProduct: z.string().nullable(),
  /** Why the referral code put a waiting person in no network; another code still lets them in. */
  enrolmentRefused: z.enum(CODE_REFUSALS).nullable(),
  /** Since when mails about new packages and events are agreed to. */
  newsAgreedAt: z.date().nullable(),
  /** This is no test machine, but no real money moves: the back office and the pages that sell say so. */
  paymentsArePretended: z.boolean(),
  /** Parcels leave without the number of a fiscal receipt (`FISCAL=off`): the back office says so. */
  receiptsAreOff: z.boolean(),
  /** At a public address nobody counts who asks how often (`RATE_LIMITS=off`): the back office says so. */
  limitsAreOff: z.boolean(),
  /** Notice was given: the moment the account will be closed. */
  terminatesAt: z.date().nullable(),
});
export type Me = z.infer<typeof Me>;
