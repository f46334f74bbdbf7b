import { oc } from '@orpc/contract';
import * as z from 'zod';
import { ListedDocument, StaffDocument } from '../documents/contract.ts';
import { refusals } from '../errors.ts';
import { Count, Currency, Cursor, Direction, Id } from '../shapes.ts';
import { PaidMonths } from './paid-months.ts';

/**
 * Banners and TV seconds are bought ahead: each paid month of a package credits both once. A balance is the sum of its
 * ledger entries, which are never changed or deleted, and is never below zero.
 */
export const SubscriptionState = z.enum(['starting', 'active', 'pastDue', 'endsOn', 'paused', 'cancelled']);
export type SubscriptionState = z.infer<typeof SubscriptionState>;

export const CampaignStatus = z.object({
  state: SubscriptionState,
  /** When it is charged next; `null` when it will not be. */
  renewsAt: z.date().nullable(),
  /** When it ends or ended; `null` while it runs on. */
  endsAt: z.date().nullable(),
});
export type CampaignStatus = z.infer<typeof CampaignStatus>;

export const Subscription = CampaignStatus.extend({
  id: z.string(),
  packageName: z.string(),
  /** Price of a month, in minor units. */
  amount: z.int(),
  currency: Currency,
  createdAt: z.date(),
  /** It was paused, or taken up again, and the provider has not said yet that it is so. */
  isChanging: z.boolean(),
  /** It is paused because that was asked, not because the account is blocked. */
  isPausedByWish: z.boolean(),
  /** When it is charged if it is taken up again now; `null` unless it is paused. */
  chargedIfResumed: z.date().nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

export const LedgerUnit = z.enum(['banner', 'tv_second']);
export type LedgerUnit = z.infer<typeof LedgerUnit>;

export const LedgerReason = z.enum(['package', 'voucher', 'refund', 'correction', 'dispute', 'shown']);
export type LedgerReason = z.infer<typeof LedgerReason>;

/** A change of a balance, with all that its sentence needs (`explainEntry` in copy.ts). */
export const LedgerEntry = z.object({
  id: z.int(),
  unit: LedgerUnit,
  delta: z.int(),
  /** The balance of that unit right after this entry. */
  balance: z.int(),
  reason: LedgerReason,
  /** The package that was paid for, or whose money went back. */
  packageName: z.string().nullable(),
  voucherCode: z.string().nullable(),
  /** Why somebody corrected it. */
  note: z.string().nullable(),
  createdAt: z.date(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** A paid month, or the special package's 30 days. */
export const PaidPeriod = z.object({
  id: Id,
  packageName: z.string(),
  bannerCount: z.int(),
  tvSeconds: z.int(),
  amount: z.int(),
  currency: Currency,
  /** How much of the amount went back. */
  refunded: z.int(),
  /** Of the račun that is in force. Of what was sold before there were any: as the payment provider numbered it, `null` for a single payment. */
  invoiceNumber: z.string().nullable(),
  /** Papers about it, the oldest first; none for what was sold before there were any. */
  documents: z.array(ListedDocument),
  periodEnd: z.date().nullable(),
  createdAt: z.date(),
});
export type PaidPeriod = z.infer<typeof PaidPeriod>;

export const SoldPackage = PaidPeriod.extend({
  documents: z.array(StaffDocument),
  email: z.string(),
  companyName: z.string().nullable(),
  orderNumber: z.int().nullable(),
  /** `null`: paid once. */
  subscription: CampaignStatus.extend({ id: z.string() }).nullable(),
});
export type SoldPackage = z.infer<typeof SoldPackage>;

/** Somebody's subscription as staff sees it. */
export const AdminSubscription = Subscription.extend({
  companyName: z.string().nullable(),
  email: z.string(),
  /** The account that pays; `null` when it was erased. */
  profileId: Id.nullable(),
  invoiceNumber: z.string().nullable(),
  /** How often the renewal that is not paid was charged; 0 unless the state is `pastDue`. */
  attempts: z.int(),
  /** Staff stopped it and the provider has not said yet that it is so. */
  stopping: z.boolean(),
  /** Of what staff are stopping: at once, after which nothing else can be asked; otherwise at the end of the paid month. */
  stoppingNow: z.boolean(),
  /** The account is blocked: nobody can sign in there, and nothing is charged. */
  isBlocked: z.boolean(),
  /** Where money of it is given back: its order, and the newest month that was paid; `null`: none was, or the order is gone. */
  paid: z.object({ order: z.int(), period: Id }).nullable(),
  /** What the account has left, whatever it came from, beside what a paid month brings; `null` when it was erased or no month was paid. */
  banners: z.object({ left: z.int(), monthly: z.int() }).nullable(),
});
export type AdminSubscription = z.infer<typeof AdminSubscription>;

export const SubscriptionFilter = z.object({
  /** Part of a company's name, its tax number, an address, an invoice's number. */
  search: z.string().trim().max(100).optional(),
  state: SubscriptionState.optional(),
});
export type SubscriptionFilter = z.infer<typeof SubscriptionFilter>;

export const SoldFilter = z.object({
  /** Part of a company's name, an address, an invoice's number. */
  search: z.string().trim().max(100).optional(),
  packageName: z.string().max(100).optional(),
  /** Of the subscription; `once`: what is no subscription. */
  state: z.enum([...SubscriptionState.options, 'once']).optional(),
  currency: Currency.optional(),
});
export type SoldFilter = z.infer<typeof SoldFilter>;

const tags = { tags: ['advertising'] };
const SubscriptionId = z.string().max(100);
const running = { SUBSCRIPTION_GONE: { status: 404 }, SUBSCRIPTION_ENDED: {}, SUBSCRIPTION_BLOCKED: {} } as const;
/** Nothing more is charged, whatever is paused or taken up. */
const ends = { SUBSCRIPTION_ENDS: {} } as const;
/** What is not paused either: the provider tries to charge what was not paid. */
const notPaused = { ...ends, SUBSCRIPTION_UNPAID: {} } as const;
/** When it is charged next. */
const Resumed = z.object({ renewsAt: z.date().nullable() });

export const advertising = {
  /** The caller's balances, subscriptions, the running ones first, and packages that were paid ahead. */
  account: oc.route({ method: 'GET', path: '/advertising/account', ...tags }).output(
    z.object({
      banners: z.int(),
      tvSeconds: z.int(),
      subscriptions: z.array(Subscription),
      /** Packages that were paid ahead and are not over, each with its order. */
      advances: z.array(PaidMonths.extend({ order: z.int() })),
      /** Whether there is a billing portal for the caller: something was bought as a company. */
      hasPortal: z.boolean(),
    }),
  ),
  /** The caller's ledger, newest first; `next` is passed back as `after`. */
  ledger: oc
    .route({ method: 'GET', path: '/advertising/ledger', ...tags })
    .input(z.object({ unit: LedgerUnit.optional(), after: z.coerce.number().int().optional() }))
    .output(z.object({ rows: z.array(LedgerEntry), next: z.int().nullable() })),
  /** What the caller paid for, newest first; `next` is passed back as `after`. */
  periods: oc
    .route({ method: 'GET', path: '/advertising/periods', ...tags })
    .input(z.object({ after: Id.optional() }))
    .output(z.object({ rows: z.array(PaidPeriod), next: Id.nullable() })),
  /** The invoice of a paid month, on the payment provider's page. */
  invoice: oc
    .route({ method: 'GET', path: '/advertising/periods/{id}/invoice', ...tags })
    .input(z.object({ id: Id }))
    .output(z.object({ url: z.url() }))
    .errors(refusals({ INVOICE_NONE: { status: 404 }, PORTAL_DOWN: { status: 503 } })),
  /** A fresh address of the billing portal: cancel, resume, another card, invoices. It comes back to the account page. */
  portal: oc
    .route({ method: 'POST', path: '/advertising/portal', ...tags })
    .output(z.object({ url: z.url() }))
    .errors(refusals({ PORTAL_NOT_YET: { status: 404 }, PORTAL_DOWN: { status: 503 } })),
  /** Nothing is charged or credited until it is taken up again; the balance stays. Asked twice, once. */
  pause: oc
    .route({ method: 'POST', path: '/advertising/subscriptions/{id}/pause', ...tags })
    .input(z.object({ id: SubscriptionId }))
    .output(z.object({ paused: z.literal(true) }))
    .errors(refusals({ ...running, ...notPaused })),
  /** One that was paused goes on, whoever paused it; asked twice, once. */
  resume: oc
    .route({ method: 'POST', path: '/advertising/subscriptions/{id}/resume', ...tags })
    .input(z.object({ id: SubscriptionId }))
    .output(Resumed)
    .errors(refusals({ ...running, ...ends })),

  admin: {
    /** Sold packages, newest first, fifty at a time; `next` is passed back as `after`. */
    sold: oc
      .route({ method: 'GET', path: '/admin/packages', ...tags })
      .input(
        SoldFilter.extend({
          sort: z.enum(['date', 'amount']).default('date'),
          direction: Direction,
          after: Cursor.optional(),
        }),
      )
      .output(z.object({ rows: z.array(SoldPackage), next: Cursor.nullable() })),
    /** What the list of that filter comes to. */
    sums: oc
      .route({ method: 'GET', path: '/admin/packages/sums', ...tags })
      .input(SoldFilter)
      .output(
        z.object({
          total: Count,
          /** What was paid and did not go back, by currency. */
          sums: z.array(z.object({ currency: Currency, amount: z.int() })),
        }),
      ),
    subscriptions: oc
      .route({ method: 'GET', path: '/admin/subscriptions', ...tags })
      .input(
        SubscriptionFilter.extend({
          sort: z.enum(['date', 'amount']).default('date'),
          direction: Direction,
          after: Cursor.optional(),
        }),
      )
      .output(z.object({ rows: z.array(AdminSubscription), next: Cursor.nullable() })),
    /** Subscriptions by their state, of that search, and what the active ones bring in a month, by currency. */
    subscriptionSums: oc
      .route({ method: 'GET', path: '/admin/subscriptions/sums', ...tags })
      .input(SubscriptionFilter.pick({ search: true }))
      .output(
        z.object({
          counts: z.record(SubscriptionState, z.int()),
          monthly: z.array(z.object({ currency: Currency, amount: z.int() })),
        }),
      ),
    /**
     * No further charge: after the paid month, or at once, as it always is where the month is not paid. The balance stays. The customer
     * reads the reason; asked twice, once.
     */
    stop: oc
      .route({ method: 'POST', path: '/admin/subscriptions/{id}/stop', ...tags })
      .input(
        z.object({
          id: SubscriptionId,
          when: z.enum(['periodEnd', 'now']),
          reason: z.string().trim().min(1).max(1000),
        }),
      )
      .output(z.object({ stopped: z.literal(true) }))
      .errors(refusals({ SUBSCRIPTION_GONE: { status: 404 }, SUBSCRIPTION_ENDED: {}, SUBSCRIPTION_STOPPED: {} })),
    /** Nothing is charged or credited until it is taken up again; the customer reads the reason. Asked twice, once. */
    pause: oc
      .route({ method: 'POST', path: '/admin/subscriptions/{id}/pause', ...tags })
      .input(z.object({ id: SubscriptionId, reason: z.string().trim().min(1).max(1000) }))
      .output(z.object({ paused: z.literal(true) }))
      .errors(refusals({ ...running, ...notPaused, SUBSCRIPTION_PAUSED: {} })),
    /** One that was paused goes on, whoever paused it; asked twice, once. */
    resume: oc
      .route({ method: 'POST', path: '/admin/subscriptions/{id}/resume', ...tags })
      .input(z.object({ id: SubscriptionId }))
      .output(Resumed)
      .errors(refusals({ ...running, ...ends })),
    /** Writes to the customer where to enter another card. The same key writes once. */
    sendCardLink: oc
      .route({ method: 'POST', path: '/admin/subscriptions/{id}/card-link', ...tags })
      .input(z.object({ id: SubscriptionId, key: Id }))
      .output(z.object({ to: z.string() }))
      .errors(refusals({ ...running, SUBSCRIPTION_WITHOUT_PORTAL: {} })),
    /** The filtered list as a file for a spreadsheet. */
    export: oc
      .route({ method: 'GET', path: '/admin/packages/export', ...tags })
      .input(SoldFilter)
      .output(z.file()),
  },
};
