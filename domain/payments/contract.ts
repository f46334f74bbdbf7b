import { oc } from '@orpc/contract';
import * as z from 'zod';
import { phone, withCompanyPostalCode, withPostalCode } from '../contact-shapes.ts';
import { COUNTRY_CODES } from '../copy.ts';
import { refusals } from '../errors.ts';
import { COURIER_NOTE_MAX } from '../fulfilment/receiver.ts';
import { PAYMENT_WAYS, WAY_PROBLEMS } from '../order-states.ts';
import { AskedTransfer } from '../orders/transfer/asked-transfer.ts';
import { Day, Email, Flag, Id, plainLine, plainName } from '../shapes.ts';
import { purchase } from './copy.ts';
import { deliveryCountries, isDelivered } from './delivery.ts';
import { PaymentProblem } from './problem.ts';
import { BUYER_PROBLEMS, STAFF_WAYS } from './ways.ts';

const required = (longest: number) => plainLine(longest).min(1);
const name = (longest: number) => plainName(longest).min(1);

/**
 * The payment provider is asked, not believed, and the browser even less: the price of a product comes from the
 * catalogue, and a price that differs is refused before anything is written. A payment is settled exactly once, whoever reports it first.
 */
export const BuyerInfo = withPostalCode(
  z.object({
    firstName: name(80),
    lastName: name(80),
    companyName: plainLine(160).default(''),
    country: required(60).refine(isDelivered, purchase.countryHint(deliveryCountries)),
    address: required(160),
    addressNumber: required(20),
    city: name(80),
    postalCode: required(12),
    phone: phone(required(40)),
    /** Of the firm, when it is bought for one. */
    companyTaxNumber: plainLine(20).optional(),
    companyRegistrationNumber: plainLine(20).optional(),
    /** Who takes the parcel, when it is somebody else. */
    recipientName: plainName(160).optional(),
    recipientPhone: phone(plainLine(40)).optional(),
    /** For whoever delivers it; it stands on the label. */
    courierNote: plainLine(COURIER_NOTE_MAX).optional(),
  }),
);
export type BuyerInfo = z.infer<typeof BuyerInfo>;

/** The company form's names are part of `create-payment`'s public body. */
export const CompanyInfo = withCompanyPostalCode(
  z.object({
    email: Email,
    company_name: required(160),
    company_registration_number: required(20),
    company_tax_number: required(20),
    company_address: required(200),
    company_city: name(80),
    company_postal_code: required(12),
    /** Callers from before it was asked are companies of Serbia. */
    company_country: z.enum(COUNTRY_CODES).default('RS'),
    company_contact: phone(name(80)),
    /** Whoever was told that a control digit is wrong insists on the tax number. */
    company_numbers_kept: z.boolean().optional(),
  }),
);
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
  way: z.enum(PAYMENT_WAYS).default('card'),
  /** Months of a package that are paid together; only by transfer more than one. */
  months: z.int().min(1).max(12).default(1),
  /** Dinars for one euro, as the buyer was shown them; compared like the price. */
  rate: z.number().positive().optional(),
  /** Of a package that runs by card: the transfer takes its place when its paid month is over. */
  endsSubscription: z.boolean().default(false),
});
export type NewPayment = z.input<typeof NewPayment>;

/** A webhook event, or a task at the provider, that waits for a person, or that one has dealt with. */
export const ProblemEvent = z.object({
  id: z.string(),
  /** The provider's name of what happened; of a task, its kind. */
  type: z.string(),
  /** What it happened to, as the provider calls it. */
  objectId: z.string().nullable(),
  problem: PaymentProblem,
  /** What the event itself says; `null` where it says nothing. Minor units. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  email: z.string().nullable(),
  customerId: z.string().nullable(),
  /** Of the order it belongs to, where we know it. */
  orderNumber: z.int().nullable(),
  receivedAt: z.date(),
  resolvedAt: z.date().nullable(),
});
export type ProblemEvent = z.infer<typeof ProblemEvent>;

/** Why nothing was ordered, whoever asked. */
const notOrdered = {
  PRODUCT_UNKNOWN: { status: 404 },
  PRICE_CHANGED: { data: z.object({ price: z.number() }) },
  TAX_NUMBER_INVALID: { status: 422 },
  WAY_NOT_POSSIBLE: { status: 422, data: z.object({ way: z.enum(PAYMENT_WAYS), why: z.enum(WAY_PROBLEMS) }) },
  /** It is another day's by now. */
  RATE_CHANGED: { data: z.object({ rate: z.number() }) },
  /** The account was closed or blocked meanwhile. */
  ACCOUNT_CLOSED: { status: 403 },
  TOO_MANY_CHECKOUTS: { status: 429 },
} as const;

/** Orders of so many devices, or more, wait for some to come: from that day, when it is known. `null`: all are there, or nothing is counted. */
const Wait = z.object({ devices: z.int(), from: Day.nullable() }).nullable();

export const payments = {
  /** What an order in dinars that is placed today comes to: dinars for one euro, and the last day of a transfer. */
  terms: oc
    .route({ method: 'GET', path: '/payments/terms', tags: ['payments'] })
    /** `notOnDelivery`: why this person cannot pay on delivery now, with the phone and address of the profile; `null`: they can. */
    .output(z.object({ rate: z.number(), until: Day, notOnDelivery: z.enum(WAY_PROBLEMS).nullable(), wait: Wait })),
  /** Device purchase with `buyerInfo`, advertising packages with `companyInfo`. Answers with the hosted page's address. */
  createPayment: oc
    .route({ method: 'POST', path: '/functions/create-payment', tags: ['payments'] })
    .input(NewPayment)
    /** `url`: where the buyer goes on. `transfer`: what to pay, when it is paid by transfer. `number`: of the order. */
    .output(z.object({ url: z.url(), orderId: z.uuid(), number: z.int(), transfer: AskedTransfer.nullable() }))
    .errors(
      refusals({
        ...notOrdered,
        SPECIAL_NOT_SOLD: {},
        BUYER_INFO_MISSING: { status: 422 },
        COMPANY_INFO_MISSING: { status: 422 },
        /** A subscription by card of the same package runs; the buyer says which goes on. `until`: its paid month. */
        SUBSCRIPTION_RUNS: { data: z.object({ until: z.string().nullable() }) },
        /** `page`: where the running subscription is managed. */
        ALREADY_SUBSCRIBED: { data: z.object({ page: z.string() }) },
        /** The same package was asked for again with other details: the later page is the one to pay. */
        CHECKOUT_REPLACED: {},
        PAYMENT_PROVIDER_DOWN: { status: 503 },
      }),
    ),
  /**
   * `paid` once settled; `processing` while a bank transfer is under way; `returned` when the account was closed meanwhile
   * or a courier collects for the order, and the money goes back; `unpaid` otherwise. Only pages that we opened are known.
   */
  verifyPayment: oc
    .route({ method: 'POST', path: '/functions/verify-payment', tags: ['payments'] })
    .input(z.object({ sessionId: z.string().trim().max(200) }))
    .output(z.object({ status: z.enum(['paid', 'processing', 'unpaid', 'expired', 'returned']) }))
    .errors(
      refusals({
        SESSION_MISSING: { status: 400 },
        SESSION_UNKNOWN: { status: 404 },
        PAYMENT_PROVIDER_DOWN: { status: 503 },
      }),
    ),

  admin: {
    /** What staff need to enter an order of devices for an account: what the account knows, and what holds today. */
    orderFor: oc
      .route({ method: 'GET', path: '/admin/people/{id}/new-order', tags: ['payments'] })
      .input(z.object({ id: Id }))
      .output(
        z.object({
          id: Id,
          name: z.string(),
          email: z.string(),
          /** Why nothing can be ordered; `null`: it can. */
          problem: z.enum(BUYER_PROBLEMS).nullable(),
          form: z.object({
            firstName: z.string(),
            lastName: z.string(),
            companyName: z.string(),
            companyTaxNumber: z.number().nullable(),
            companyRegistrationNumber: z.number().nullable(),
            country: z.string(),
            address: z.string(),
            addressNumber: z.string(),
            city: z.string(),
            postalCode: z.string(),
            phone: z.string(),
          }),
          rate: z.number(),
          until: Day,
          notOnDelivery: z.enum(WAY_PROBLEMS).nullable(),
          wait: Wait,
        }),
      )
      .errors(refusals({ PERSON_GONE: { status: 404 } })),
    /**
     * An order of devices that somebody asks for on the phone, by the same rules as their own. Asked for again with the same words it is
     * the same order (`isNew`).
     */
    placeOrder: oc
      .route({ method: 'POST', path: '/admin/people/{id}/orders', tags: ['payments'] })
      .input(
        z.object({
          id: Id,
          productName: z.string().trim().min(1).max(200),
          productPrice: z.number(),
          buyerInfo: BuyerInfo,
          way: z.enum(STAFF_WAYS),
          rate: z.number().positive(),
          /** The version of what was read to a consumer, who agreed to it (`PHONE_ORDER_TEXT_VERSION`); a company is told nothing. */
          told: z.string().max(40).optional(),
        }),
      )
      .output(z.object({ number: z.int(), isNew: z.boolean() }))
      .errors(
        refusals({
          ...notOrdered,
          PERSON_GONE: { status: 404 },
          BUYER_NOT_MEMBER: { data: z.object({ problem: z.enum(BUYER_PROBLEMS) }) },
          /** A consumer has not heard what they must before an order on the phone, or other words than those of today. */
          BUYER_NOT_TOLD: { status: 422 },
        }),
      ),
    /** Events that could not be settled, newest first; those dealt with only on request. */
    problems: oc
      .route({ method: 'GET', path: '/admin/payments/problems', tags: ['payments'] })
      .input(z.object({ all: Flag.optional() }))
      .output(z.object({ rows: z.array(ProblemEvent), open: z.int() })),
    /** Asks the provider again and settles it if that is possible now; `problem` is what is still wrong. */
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
