import { eq } from 'drizzle-orm';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { isCompany } from '#domain/fulfilment/rules.ts';
import { memberName } from '#domain/network/rules.ts';
import type { BuyerInfo } from '#domain/payments/contract.ts';
import { PHONE_ORDER_TEXT_VERSION } from '#domain/payments/phone-order-facts.ts';
import type { BuyerProblem, StaffWay } from '#domain/payments/ways.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Database } from '../../platform/db.ts';
import { transferTerms } from '../transfers/terms.ts';
import { createPayment } from './create-payment.ts';

type Profile = typeof profiles.$inferSelect;

async function profileOf(db: Database, id: string): Promise<Profile> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, id));
  if (!profile) throw refuse('PERSON_GONE');
  return profile;
}

/** Whom the pages that sell would not let in. */
function problemOf({ toBeRegistered, blockedAt, closedAt }: Profile): BuyerProblem | null {
  if (closedAt) return 'closed';
  if (blockedAt) return 'blocked';
  return toBeRegistered ? 'waiting' : null;
}

/** What staff need to enter an order for somebody: what their account knows, and what holds today. */
export async function readOrderFormFor(deps: Dependencies, id: string) {
  const profile = await profileOf(deps.db, id);
  const { email, companyTaxNumber, companyRegistrationNumber } = profile;
  return {
    id,
    name: memberName(profile),
    email,
    problem: problemOf(profile),
    form: {
      firstName: profile.firstName ?? '',
      lastName: profile.lastName ?? '',
      companyName: profile.companyName ?? '',
      companyTaxNumber,
      companyRegistrationNumber,
      country: profile.country ?? '',
      address: profile.address ?? '',
      addressNumber: profile.addressNumber ?? '',
      city: profile.city ?? '',
      postalCode: profile.postalCode ?? '',
      phone: profile.phone ?? '',
    },
    ...(await transferTerms(deps, { profile })),
  };
}

interface Entered {
  id: string;
  productName: string;
  productPrice: number;
  buyerInfo: BuyerInfo;
  way: StaffWay;
  rate: number;
  told?: string | undefined;
}

/**
 * Staff order devices for somebody who called: the same order, price, limits and mails as their own, and their account stays as it is. A
 * consumer has heard before what the law wants them to know.
 */
export async function placeOrderFor(
  deps: Dependencies,
  actor: Actor,
  { id, told, ...entered }: Entered,
): Promise<{ number: number; isNew: boolean }> {
  const profile = await profileOf(deps.db, id);
  const problem = problemOf(profile);
  if (problem) throw refuse('BUYER_NOT_MEMBER', { problem });
  if (productNamed(entered.productName)?.kind !== 'device') throw refuse('PRODUCT_UNKNOWN');
  const isConsumer = !isCompany({ companyName: entered.buyerInfo.companyName });
  if (isConsumer && told !== PHONE_ORDER_TEXT_VERSION) throw refuse('BUYER_NOT_TOLD');
  const person = { id, email: profile.email, profile };
  const asked = { ...entered, months: 1, endsSubscription: false };
  const { number, isNew } = await createPayment(
    deps,
    { person, actor, keepsProfile: true, told: isConsumer ? told : undefined },
    asked,
  );
  return { number, isNew };
}
