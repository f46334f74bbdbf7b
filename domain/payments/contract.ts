import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Flag } from '../shapes.ts';

/**
 * Stripe is asked, not believed, and the browser even less: the price of a product comes from the catalogue, and a price
 * that differs is refused before anything is written. A payment is settled exactly once, whoever hears of it first.
 */
export const BuyerInfo = z.object({
  firstName: z.string().trim().min(1).max(80),
  lastName: z.string().trim().min(1).max(80),
  companyName: z.string().trim().max(160).default(''),
  country: z.string().trim().min(1).max(60),
  address: z.string().trim().min(1).max(160),
  addressNumber: z.string().trim().min(1).max(20),
  city: z.string().trim().min(1).max(80),
  postalCode: z.string().trim().min(1).max(12),
  phone: z.string().trim().min(1).max(40),
});
export type BuyerInfo = z.infer<typeof BuyerInfo>;

/** The names of the company form are the specification's. */
export const CompanyInfo = z.object({
  email: z.email().trim().max(254),
  company_name: z.string().trim().min(1).max(160),
  company_registration_number: z.string().trim().min(1).max(20),
  company_tax_number: z.string().trim().min(1).max(20),
  company_address: z.string().trim().min(1).max(200),
  company_city: z.string().trim().min(1).max(80),
  company_postal_code: z.string().trim().min(1).max(12),
  company_contact: z.string().trim().min(1).max(80),
});
export type CompanyInfo = z.infer<typeof CompanyInfo>;

/** What a buyer asks for. */
export const NewPayment = z.object({
  productName: z.string().trim().min(1).max(200),
  /** What the buyer was shown, in whole euros; compared with the catalogue, never used. */
  productPrice: z.number(),
  buyerInfo: BuyerInfo.optional(),
  companyInfo: CompanyInfo.optional(),
  /** The version of the terms the buyer accepted. */
  termsVersion: z.string().max(40).optional(),
});
export type NewPayment = z.infer<typeof NewPayment>;

/** What a webhook could not settle by itself; an admin sees it and decides. */
export const PaymentProblem = z.enum([
  'UNKNOWN_ORDER',
  'UNKNOWN_PAYMENT',
  'UNKNOWN_TO_STRIPE',
  'AMOUNT_DIFFERS',
  'PAID_TWICE',
  'REFUND_OF_SPENT',
]);
export type PaymentProblem = z.infer<typeof PaymentProblem>;

/** Problems that asking Stripe again may solve; the others are decided by a person alone. */
export const RETAKEABLE: readonly PaymentProblem[] = [
  'UNKNOWN_ORDER',
  'UNKNOWN_PAYMENT',
  'UNKNOWN_TO_STRIPE',
  'AMOUNT_DIFFERS',
];

/** A webhook event that waits for a person, or that one has dealt with. */
export const ProblemEvent = z.object({
  id: z.string(),
  /** Stripe's name of what happened. */
  type: z.string(),
  /** What it happened to, as Stripe calls it. */
  objectId: z.string().nullable(),
  problem: PaymentProblem,
  /** What the event itself says; `null` where it says nothing. Minor units. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  email: z.string().nullable(),
  customerId: z.string().nullable(),
  receivedAt: z.date(),
  resolvedAt: z.date().nullable(),
});
export type ProblemEvent = z.infer<typeof ProblemEvent>;

export const payments = {
  /** Device purchase with `buyerInfo`, advertising packages with `companyInfo`. Answers with the hosted page's address. */
  createPayment: oc
    .route({ method: 'POST', path: '/functions/create-payment', tags: ['payments'] })
    .input(NewPayment)
    .output(z.object({ url: z.url(), orderId: z.uuid() }))
    .errors(
      refusals({
        PRODUCT_UNKNOWN: { status: 404 },
        PRICE_CHANGED: { data: z.object({ price: z.number() }) },
        BUYER_INFO_MISSING: { status: 422 },
        COMPANY_INFO_MISSING: { status: 422 },
        TAX_NUMBER_INVALID: { status: 422 },
        /** `page`: where the running subscription is managed. */
        ALREADY_SUBSCRIBED: { data: z.object({ page: z.string() }) },
        PAYMENT_PROVIDER_DOWN: { status: 503 },
      }),
    ),
  /** `paid` once settled; `processing` while a bank transfer is under way; `unpaid` otherwise. */
  verifyPayment: oc
    .route({ method: 'POST', path: '/functions/verify-payment', tags: ['payments'] })
    .input(z.object({ sessionId: z.string().trim().max(200) }))
    .output(z.object({ status: z.enum(['paid', 'processing', 'unpaid', 'expired']) }))
    .errors(
      refusals({
        SESSION_MISSING: { status: 400 },
        SESSION_UNKNOWN: { status: 404 },
        PAYMENT_PROVIDER_DOWN: { status: 503 },
      }),
    ),

  admin: {
    /** Events that could not be settled, newest first; those dealt with only on request. */
    problems: oc
      .route({ method: 'GET', path: '/admin/payments/problems', tags: ['payments'] })
      .input(z.object({ all: Flag.optional() }))
      .output(z.object({ rows: z.array(ProblemEvent), open: z.int() })),
    /** Asks Stripe again and settles it if that is possible now; `problem` is what is still wrong. */
    retake: oc
      .route({ method: 'POST', path: '/admin/payments/problems/{id}/retake', tags: ['payments'] })
      .input(z.object({ id: z.string().max(255) }))
      .output(z.object({ problem: PaymentProblem.nullable() }))
      .errors(refusals({ PROBLEM_GONE: { status: 404 }, PAYMENT_PROVIDER_DOWN: { status: 503 } })),
    /** A person dealt with it elsewhere and says how. */
    dismiss: oc
      .route({ method: 'POST', path: '/admin/payments/problems/{id}/dismiss', tags: ['payments'] })
      .input(z.object({ id: z.string().max(255), note: z.string().trim().min(1).max(500) }))
      .output(z.object({ dismissed: z.literal(true) }))
      .errors(refusals({ PROBLEM_GONE: { status: 404 } })),
  },
};
