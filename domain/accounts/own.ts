import { oc } from '@orpc/contract';
import * as z from 'zod';
import { ownChanges, secondStepRecovery } from '../auth/changes-contract.ts';
import { proof, proofRefusals, tooManyTries } from '../auth/proof.ts';
import { phone } from '../contact-shapes.ts';
import { common, countries } from '../copy.ts';
import { refusals } from '../errors.ts';
import { CLOSING_STAGES } from '../orders/closing.ts';
import { isPostalCodeSomewhere } from '../postal-code.ts';
import { Currency, Day, Id, plainLine, plainName } from '../shapes.ts';
import { TASK_KINDS } from '../tasks/rules.ts';
import { Me } from './me.ts';
import { PersonChanged, PersonFields } from './person-fields.ts';

/**
 * What a person does with their own account. Nothing here takes an id of a person: it is always the caller's account, and
 * the address and password change at the sign-in server, which asks for more than an open session.
 */
const required = (longest: number) => plainLine(longest).min(1);
const name = (longest: number) => plainName(longest).min(1);

/** What a person may write about themselves; what registration required cannot be emptied. */
const OwnFields = PersonFields.extend({
  username: required(100),
  firstName: name(100),
  lastName: name(100),
  phone: phone(name(40)),
  postalCode: PersonFields.shape.postalCode.refine(isPostalCodeSomewhere, common.badPostalCode),
  city: name(100),
  country: z.enum(Object.keys(countries) as [keyof typeof countries]),
});

/** One signed-in browser of the caller's. */
const OwnSession = z.object({
  id: Id,
  /** The one that asks. */
  current: z.boolean(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Never the whole address: whoever holds a stolen session would read where its owner is. */
  network: z.string().nullable(),
  secondStep: z.boolean(),
  signedInAt: z.date(),
  /** To about a quarter of an hour: a browser in use renews its session that often. */
  lastUsedAt: z.date(),
});
export type OwnSession = z.infer<typeof OwnSession>;

const Acceptance = z.object({
  id: z.int(),
  document: z.string(),
  version: z.string(),
  /** The number of the order it belongs to; `null` for registration. */
  order: z.int().nullable(),
  acceptedAt: z.date(),
});

/** The time until staff answer is averaged over so many days, and told from so many answers on. */
export const AVERAGE_DAYS = 30;
export const ANSWERS_FOR_AVERAGE = 20;

const OwnRequest = z.object({
  sentAt: z.date(),
  /** Whole hours until staff answered, of the last thirty days; `null` below `ANSWERS_FOR_AVERAGE` answers. */
  averageHours: z.int().nullable(),
});

/**
 * Of money that goes back: staff are to agree, it is on its way, it did not arrive, the buyer is asked for an account, or it came for
 * nothing and is owed.
 */
export const PAYBACK_STATES = ['asked', 'sending', 'failed', 'account', 'owed'] as const;

/**
 * Of a reward: it is paid, is still looked at, waits for data or the invoice of a company, is too small to be paid without them, or its
 * month is not closed.
 */
export const REWARD_ENDS = ['paid', 'held', 'needs', 'invoice', 'small', 'open'] as const;

/** What closing the account touches: see `closingList` in account-copy.ts for what happens to each. */
export const UnderWay = z.object({
  /** What was ordered and is not done with; `came`: a part of its money, in para. */
  orders: z.array(
    z.object({ number: z.int(), productName: z.string(), stage: z.enum(CLOSING_STAGES), came: z.int().default(0) }),
  ),
  /** Withdrawals whose money has not gone back. */
  refunds: z.array(z.object({ number: z.int(), amount: z.int(), currency: Currency, refundBy: Day })),
  /** Other money that goes back, or is owed. */
  paybacks: z.array(z.object({ number: z.int(), amount: z.int(), currency: Currency, state: z.enum(PAYBACK_STATES) })),
  /** Rewards that are not paid. */
  rewards: z.array(z.object({ month: z.string(), amount: z.int(), ends: z.enum(REWARD_ENDS) })),
  /** Subscriptions that would renew or run to the end of a paid month. */
  subscriptions: z.array(z.object({ packageName: z.string(), paidUntil: z.date().nullable() })),
  banners: z.int(),
  tvSeconds: z.int(),
  /** Answers that are owed, complaints among them. */
  tasks: z.array(z.object({ kind: z.enum(TASK_KINDS), orderNumber: z.int(), dueOn: Day })),
});
export type UnderWay = z.infer<typeof UnderWay>;

/** A code from a mail, as it was typed. */
const MailedCode = z
  .string()
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().max(20));

const tag = { tags: ['accounts'] };

export const own = {
  /** `from` is what the form showed, for the same fields as `to`: whatever changed meanwhile is refused, not overwritten. */
  update: oc
    .route({ method: 'POST', path: '/me', ...tag })
    .input(z.object({ from: PersonFields.partial(), to: OwnFields.partial() }))
    .output(Me)
    .errors(
      refusals({
        PERSON_CHANGED: { data: PersonChanged },
        USERNAME_IS_ADDRESS: {},
        USERNAME_TAKEN: {},
      }),
    ),
  /**
   * The code that `GET /auth/v1/reauthenticate` mails proves that the caller reads the account's mailbox; what was
   * bought with the address alone, without an account, is shown only then.
   */
  proveMailbox: oc
    .route({ method: 'POST', path: '/me/mailbox', ...tag })
    .input(z.object({ code: MailedCode }))
    .output(z.object({ proven: z.literal(true) }))
    .errors(refusals({ MAILED_CODE_WRONG: {}, ...tooManyTries })),

  proof,
  changes: ownChanges,
  secondStepRecovery,

  sessions: {
    /** Last used first. Signing the others out together is the sign-in server's `POST /auth/v1/logout?scope=others`. */
    list: oc.route({ method: 'GET', path: '/me/sessions', ...tag }).output(z.array(OwnSession)),
    end: oc
      .route({ method: 'POST', path: '/me/sessions/{id}/end', ...tag })
      .input(z.object({ id: Id }))
      .output(z.object({ ended: z.literal(true) }))
      .errors(refusals({ SESSION_GONE: { status: 404 } })),
  },
  /** What the caller agreed to, newest first: which document in which version, when, and on what occasion. */
  acceptances: oc.route({ method: 'GET', path: '/me/acceptances', ...tag }).output(z.array(Acceptance)),
  /**
   * Everything we keep about the caller, for reading (`html`) or for another program (`json`): five times in 24 hours, one
   * file at a time, with a fresh proof. Until the mailbox is proven, only what the account itself caused.
   */
  data: oc
    .route({ method: 'POST', path: '/me/data/{format}', ...tag })
    .input(z.object({ format: z.enum(['json', 'html']) }))
    .output(z.file())
    .errors(
      refusals({
        ...proofRefusals,
        DATA_BUSY: {},
        DATA_TOO_OFTEN: { status: 429, data: z.object({ minutes: z.int() }) },
      }),
    ),
  /**
   * Closes the account for good: everybody signed in to it goes, subscriptions end, TVs are unlinked, and at most
   * `ERASED_WITHIN_DAYS` later the person is erased.
   */
  /** Another choice than the one before registering; what is not in the catalogue is none. */
  choose: oc
    .route({ method: 'POST', path: '/me/choice', ...tag })
    .input(z.object({ product: z.string().trim().max(100).nullable() }))
    .output(z.object({ chosenProduct: z.string().nullable() })),
  /** Agrees to mails about new packages and events, or takes it back. */
  news: oc
    .route({ method: 'POST', path: '/me/news', ...tag })
    .input(z.object({ agreed: z.boolean() }))
    .output(z.object({ newsAgreedAt: z.date().nullable() })),
  /** The caller's request to register, while it waits: when it was sent, and how long the others waited. */
  request: oc.route({ method: 'GET', path: '/me/request', ...tag }).output(OwnRequest),
  /** What is still under way, before the account is closed. */
  closing: oc
    .route({ method: 'GET', path: '/me/closing', ...tag })
    .output(UnderWay.extend({ hasPassword: z.boolean() })),
  /** The password confirms it; of an account that has none (`null`), a fresh proof. */
  close: oc
    .route({ method: 'POST', path: '/me/close', ...tag })
    .input(z.object({ password: z.string().min(1).max(1000).nullable() }))
    .output(z.object({ closed: z.literal(true), erasedBy: z.date() }))
    .errors(refusals({ ...proofRefusals, PASSWORD_WRONG: {}, ...tooManyTries, SUPER_ADMIN_STAYS: {} })),
};
