import { type Duty, dutiesFor, type Permission } from '../../access.ts';
import type { AuditAction } from '../../audit-actions.ts';

/** May only be given to whoever has a second step, and does not lose its last holder. */
export const GUARDED: Duty = 'security';

/** What an entry that staff left in the log shows them to have been doing. */
const SHOWS: Partial<Record<AuditAction, Permission>> = {
  'accounts.approved': 'decide registrations',
  'accounts.approval-undone': 'decide registrations',
  'accounts.rejected': 'decide registrations',
  'accounts.edited': 'edit people',
  'accounts.role-changed': 'edit people',
  'accounts.exported': 'see people',
  'accounts.blocked': 'end access',
  'accounts.unblocked': 'end access',
  'accounts.notice-given': 'end access',
  'accounts.notice-taken-back': 'end access',
  'accounts.terminated': 'end access',
  'accounts.second-step-removed': 'remove second steps',
  'advertising.card-link-sent': 'handle payments',
  'advertising.exported': 'see sales',
  'advertising.subscription-stopped': 'handle payments',
  'bank.decision-held': 'keep accounts',
  'bank.decision-undone': 'keep bank',
  'bank.difference-accepted': 'keep bank',
  'bank.line-closed': 'keep accounts',
  'bank.money-returned': 'keep bank',
  'bank.part-recorded': 'keep bank',
  'bank.payment-owed': 'keep bank',
  'bank.payment-reopened': 'keep bank',
  'bank.return-taken-back': 'keep bank',
  'bank.second-agreed': 'keep bank',
  'bank.second-asked': 'keep bank',
  'bank.surplus-kept': 'keep accounts',
  'bank.total-typed': 'keep bank',
  'events.admitted': 'manage event',
  'events.admitted-again': 'manage event',
  'events.called-off': 'manage event',
  'events.cancelled': 'manage event',
  'events.check-refused': 'manage event',
  'events.deleted': 'manage event',
  'events.details-saved': 'manage event',
  'events.entry-undone': 'manage event',
  'events.exported': 'manage event',
  'events.guest-corrected': 'manage event',
  'events.moved': 'manage event',
  'events.note-changed': 'manage event',
  'events.note-deleted': 'manage event',
  'events.noted': 'manage event',
  'events.paid': 'manage event',
  'events.sent-again': 'manage event',
  'events.payment-dismissed': 'keep bank',
  'events.payment-linked': 'keep bank',
  'events.statement-imported': 'keep bank',
  'orders.delivery-changed': 'change deliveries',
  'fulfilment.cancelled': 'pack orders',
  'fulfilment.exchange-asked': 'handle payments',
  'fulfilment.exchange-cancelled': 'handle payments',
  'fulfilment.handed-over': 'pack orders',
  'fulfilment.moved': 'pack orders',
  'fulfilment.packed': 'pack orders',
  'fulfilment.receipt-entered': 'pack orders',
  'fulfilment.serial-corrected': 'pack orders',
  'installations.assigned': 'answer customers',
  'installations.cancelled': 'answer customers',
  'mail.failed-retried': 'manage mail',
  'mail.previewed': 'manage mail',
  'mail.retried': 'manage mail',
  'network.enrolled': 'manage network',
  'network.invites-allowed': 'manage network',
  'network.invites-blocked': 'manage network',
  'network.moved': 'manage network',
  'orders.withdrawal-resolved': 'handle payments',
  'payments.event-retaken': 'handle payments',
  'payments.problem-dismissed': 'handle payments',
  'stock.exported': 'keep stock',
  'stock.given-back': 'keep stock',
  'stock.intake-undone': 'keep stock',
  'stock.limit-set': 'keep stock',
  'stock.packed': 'keep stock',
  'stock.received': 'keep stock',
  'stock.restocked': 'keep stock',
  'stock.returned': 'keep stock',
  'stock.scanned': 'keep stock',
  'stock.shipped': 'keep stock',
  'stock.unpacked': 'keep stock',
  'stock.written-off': 'keep stock',
  'tasks.answered': 'answer customers',
  'vouchers.batch-voided': 'manage vouchers',
  'vouchers.exported': 'manage vouchers',
  'vouchers.issued': 'manage vouchers',
  'vouchers.voided': 'manage vouchers',
};

export const SHOWING = Object.keys(SHOWS) as AuditAction[];

/** The duty that an entry stands for; of several that allow the same, the first. */
export function dutyShownBy(action: string): Duty | undefined {
  const permission = SHOWS[action as AuditAction];
  return permission && dutiesFor(permission)[0];
}

/** What differs, in the order of the duties. */
export const dutyDifference = (before: readonly Duty[], after: readonly Duty[]): { given: Duty[]; taken: Duty[] } => ({
  given: after.filter((duty) => !before.includes(duty)),
  taken: before.filter((duty) => !after.includes(duty)),
});
