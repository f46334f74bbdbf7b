import { oc } from '@orpc/contract';
import * as z from 'zod';
import { mailedChange } from '../auth/changes-contract.ts';
import { refusals } from '../errors.ts';
import { Id } from '../shapes.ts';
import { Me } from './me.ts';
import { own } from './own.ts';
import { people } from './people.ts';

/**
 * An account is a person's sign-in and their profile. A new account from /auth waits for an admin's decision and may do
 * nothing meanwhile but look at the public pages. Approval is final; deleting a request removes the account entirely.
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

export const accounts = {
  me: oc.route({ method: 'GET', path: '/me', tags: ['accounts'] }).output(Me),
  own,
  changes: mailedChange,
  admin: {
    people,
    registrationRequests: oc
      .route({ method: 'GET', path: '/admin/registration-requests', tags: ['accounts'] })
      .output(z.array(RegistrationRequest)),
    approve: oc
      .route({ method: 'POST', path: '/admin/registration-requests/approve', tags: ['accounts'] })
      .input(z.object({ ids: z.array(Id).min(1).max(10_000) }))
      .output(z.object({ approved: z.int() })),
    reject: oc
      .route({ method: 'POST', path: '/admin/registration-requests/{id}/delete', tags: ['accounts'] })
      .input(z.object({ id: Id, reason: z.string().trim().max(1000).default('') }))
      .output(z.object({ deleted: z.literal(true) }))
      .errors(refusals({ REQUEST_GONE: { status: 404 } })),
  },
};
