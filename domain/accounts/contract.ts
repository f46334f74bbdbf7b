import { oc } from '@orpc/contract';
import * as z from 'zod';
import { mailedChange } from '../auth/changes-contract.ts';
import { Id } from '../shapes.ts';
import { Me } from './me.ts';
import { own } from './own.ts';
import { people } from './people.ts';
import { personPage } from './person-page.ts';
import { staff } from './staff/contract.ts';

/**
 * An account is a person's sign-in and their profile. A new account from /auth waits for an admin's decision and may do
 * nothing meanwhile but look at the public pages. Approval is final once its mail has gone; deleting a request removes the
 * account entirely.
 */
export const RegistrationRequest = z.object({
  id: Id,
  email: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  companyName: z.string().nullable(),
  companyTaxNumber: z.int().nullable(),
  companyRegistrationNumber: z.int().nullable(),
  companyAddress: z.string().nullable(),
  createdAt: z.date(),
  /** Other accounts with the same number or phone: one person, or one firm, may have one account only. */
  alike: z.array(
    z.object({
      id: Id,
      email: z.string(),
      waits: z.boolean(),
      same: z.enum(['taxNumber', 'registrationNumber', 'phone']),
    }),
  ),
});
export type RegistrationRequest = z.infer<typeof RegistrationRequest>;

export const MAX_DECISIONS_AT_ONCE = 10_000;

/** Decided on together; of those that a colleague has decided on meanwhile the answer says which (`gone`). */
const Ids = z.array(Id).min(1).max(MAX_DECISIONS_AT_ONCE);

export const accounts = {
  me: oc.route({ method: 'GET', path: '/me', tags: ['accounts'] }).output(Me),
  own,
  changes: mailedChange,
  admin: {
    people: { ...people, ...personPage },
    staff,
    registrationRequests: oc
      .route({ method: 'GET', path: '/admin/registration-requests', tags: ['accounts'] })
      .output(z.array(RegistrationRequest)),
    approve: oc
      .route({ method: 'POST', path: '/admin/registration-requests/approve', tags: ['accounts'] })
      .input(z.object({ ids: Ids }))
      .output(z.object({ approved: z.int(), gone: z.array(Id) })),
    /**
     * Takes back approvals whose mail has not gone yet: `UNDO_SECONDS` and a moment more. Whoever has already ordered, linked a
     * TV, redeemed a voucher or entered the network stays approved.
     */
    undoApproval: oc
      .route({ method: 'POST', path: '/admin/registration-requests/approve/undo', tags: ['accounts'] })
      .input(z.object({ ids: Ids }))
      .output(z.object({ undone: z.int(), stayed: z.array(Id) })),
    /** Every applicant reads the reason. */
    reject: oc
      .route({ method: 'POST', path: '/admin/registration-requests/delete', tags: ['accounts'] })
      .input(z.object({ ids: Ids, reason: z.string().trim().min(1).max(1000) }))
      .output(z.object({ deleted: z.int(), gone: z.array(Id) })),
  },
};
