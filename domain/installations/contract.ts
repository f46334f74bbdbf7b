import { oc } from '@orpc/contract';
import * as z from 'zod';
import { phone } from '../contact-shapes.ts';
import { refusals } from '../errors.ts';
import { Id, Moment, plainLine } from '../shapes.ts';
import { InstallationRecord } from './record.ts';
import { CONTACT_LENGTHS } from './rules.ts';

/**
 * Work of installers: staff give an address, a contact and an agreed time to one who has the label, who reads it in the
 * account and writes the record there. The contact is forgotten fifteen days after the work, on both sides.
 */
export const Installation = z.object({
  id: Id,
  number: z.int(),
  agreedAt: z.date(),
  /** Whom to look for; all four are empty once the contact is forgotten. */
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  note: z.string(),
  record: InstallationRecord.nullable(),
  recordedAt: z.date().nullable(),
  cancelledAt: z.date().nullable(),
});
export type Installation = z.infer<typeof Installation>;

/** As staff see it; `installer` is `null` when the account was erased. `isActive`: work can be given to them today. */
export const AssignedInstallation = Installation.extend({
  installer: z.object({ id: Id, name: z.string(), email: z.string(), isActive: z.boolean() }).nullable(),
});
export type AssignedInstallation = z.infer<typeof AssignedInstallation>;

export const NewInstallation = z.object({
  installerId: Id,
  name: plainLine(CONTACT_LENGTHS.name).min(1),
  phone: phone(plainLine(CONTACT_LENGTHS.phone).min(1)),
  address: plainLine(CONTACT_LENGTHS.address).min(1),
  agreedAt: Moment,
  note: z.string().trim().max(CONTACT_LENGTHS.note).default(''),
});
export type NewInstallation = z.infer<typeof NewInstallation>;

const tag = { tags: ['installations'] };

export const installations = {
  /** The person's own: those to come first, then what was done, newest first. */
  mine: oc.route({ method: 'GET', path: '/installations/mine', ...tag }).output(z.array(Installation)),
  /** Written once; the same record again is the same. */
  record: oc
    .route({ method: 'POST', path: '/installations/{id}/record', ...tag })
    .input(z.object({ id: Id, record: InstallationRecord }))
    .output(Installation)
    .errors(
      refusals({
        INSTALLATION_GONE: { status: 404 },
        INSTALLATION_RECORDED: {},
        INSTALLATION_CANCELLED: {},
        INSTALLATION_DAY_WRONG: { status: 422 },
      }),
    ),
  admin: {
    /** Open ones by their time, then the newest that are over. */
    list: oc
      .route({ method: 'GET', path: '/admin/installations', ...tag })
      .output(z.object({ open: z.array(AssignedInstallation), over: z.array(AssignedInstallation) })),
    /** People with the label who can be given work. */
    installers: oc
      .route({ method: 'GET', path: '/admin/installations/installers', ...tag })
      .output(z.array(z.object({ id: Id, name: z.string(), city: z.string(), email: z.string() }))),
    /** The same key is the same installation; the installer is mailed. */
    assign: oc
      .route({ method: 'POST', path: '/admin/installations', ...tag })
      .input(NewInstallation.extend({ key: Id }))
      .output(AssignedInstallation)
      .errors(refusals({ INSTALLER_GONE: { status: 404 }, INSTALLATION_TIME_PAST: { status: 422 } })),
    /** Of an open one: the installer is mailed. Twice is once. */
    cancel: oc
      .route({ method: 'POST', path: '/admin/installations/{id}/cancel', ...tag })
      .input(z.object({ id: Id }))
      .output(AssignedInstallation)
      .errors(refusals({ INSTALLATION_GONE: { status: 404 }, INSTALLATION_RECORDED: {} })),
  },
};
