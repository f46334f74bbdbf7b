import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod';
import { isTaxNumber } from '#domain/advertising/rules.ts';
import { type Product, productNamed } from '#domain/catalogue/catalogue.ts';
import type { AcceptedDocument } from '#domain/legal/versions.ts';
import type { Delivery } from '#domain/orders/contract.ts';
import { BuyerInfo, type CompanyInfo, type NewPayment } from '#domain/payments/contract.ts';
import type { Person } from '../access.ts';
import { subscriptions } from '../advertising/schema.ts';
import type { Edges } from '../app.ts';
import { cancelOrder, closeCheckout, type NewOrder, type PlacedOrder, placeOrder } from '../orders/place-order.ts';
import { askCheckout } from '../payments/ask.ts';
import { customerOf } from '../payments/customer.ts';
import { openCheckout } from '../payments/open-checkout.ts';
import { isProviderDown, isProviderError } from '../payments/provider.ts';
import { type Actor, systemActor } from '../platform/audit.ts';
import type { Database } from '../platform/db.ts';
import { settleCheckout } from './settle-payment.ts';

/**
 * A buyer starts a payment: the price comes from the catalogue, the order is pending before the payment page opens, and one
 * intention is one order, however often the button is pressed.
 */
export type Outcome =
  | { url: string; orderId: string }
  | { refused: 'PRICE_CHANGED'; price: number }
  | {
      refused:
        | 'PRODUCT_UNKNOWN'
        | 'BUYER_INFO_MISSING'
        | 'COMPANY_INFO_MISSING'
        | 'TAX_NUMBER_INVALID'
        | 'ALREADY_SUBSCRIBED'
        | 'PAYMENT_PROVIDER_DOWN';
    };
type Input = z.infer<typeof NewPayment>;
interface Buyer {
  person: Person;
  actor: Actor;
}

const RUNNING = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'];
const ATTEMPTS = 3;

export async function createPayment(edges: Edges, buyer: Buyer, input: Input): Promise<Outcome> {
  const product = productNamed(input.productName);
  if (!product) return { refused: 'PRODUCT_UNKNOWN' };
  const price = product.price.amount / 100;
  if (input.productPrice !== price) return { refused: 'PRICE_CHANGED', price };
  const form = product.kind === 'device' ? buyerForm(input, buyer.person) : companyForm(input);
  if ('refused' in form) return form;

  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const outcome = await tryOnce(edges, buyer, product, form, input.termsVersion ?? null);
      if (outcome !== 'again') return outcome;
    }
    return { refused: 'PAYMENT_PROVIDER_DOWN' };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    edges.log.error({ error }, 'payment page not opened');
    return { refused: 'PAYMENT_PROVIDER_DOWN' };
  }
}

interface Form {
  delivery: Delivery;
  profile: NewOrder['profile'];
  document: AcceptedDocument;
}

/** The buyer form; who calls without one, as the specification's call does, buys with what the profile already has. */
function buyerForm({ buyerInfo }: Input, { profile }: Person): Form | { refused: 'BUYER_INFO_MISSING' } {
  const info = buyerInfo ?? BuyerInfo.safeParse({ ...profile, companyName: profile.companyName ?? '' }).data;
  if (!info) return { refused: 'BUYER_INFO_MISSING' };
  return {
    delivery: info,
    profile: {
      first_name: info.firstName,
      last_name: info.lastName,
      company_name: info.companyName || null,
      country: info.country,
      address: info.address,
      address_number: info.addressNumber,
      city: info.city,
      postal_code: info.postalCode,
      phone: info.phone,
    },
    document: 'memberTerms',
  };
}

function companyForm({
  companyInfo,
}: Input): Form | { refused: 'COMPANY_INFO_MISSING' } | { refused: 'TAX_NUMBER_INVALID' } {
  if (!companyInfo) return { refused: 'COMPANY_INFO_MISSING' };
  if (!isTaxNumber(companyInfo.company_tax_number)) return { refused: 'TAX_NUMBER_INVALID' };
  return { delivery: companyInfo, profile: companyProfile(companyInfo), document: 'companyTerms' };
}

/** The profile's columns are numbers; a registration number that is not one stays in the order only. */
function companyProfile(info: CompanyInfo) {
  const registration = info.company_registration_number.replace(/\s/g, '');
  return {
    company_name: info.company_name,
    pibfirme: Number(info.company_tax_number.replace(/\s/g, '')),
    mbfirme: /^\d{1,15}$/.test(registration) ? Number(registration) : null,
    'adresa firme': info.company_address,
  };
}

async function tryOnce(
  edges: Edges,
  { person, actor }: Buyer,
  product: Product,
  form: Form,
  termsVersion: string | null,
): Promise<Outcome | 'again'> {
  const { document, ...words } = form;
  const acceptance = termsVersion ? { document, version: termsVersion } : null;
  const placed = await placeOrder(edges.db, actor, {
    ...words,
    profileId: person.id,
    email: person.email,
    product,
    acceptance,
  });
  if (!placed.fresh) return continueEarlier(edges, person, placed, product, form.delivery);
  // Asked after the order is in its place: a payment settled before that is seen here, one after it meets the order.
  if (product.kind === 'package' && (await runs(edges.db, person.id, product.name))) {
    await edges.db.transaction((tx) => cancelOrder(tx, systemActor, placed.id));
    return { refused: 'ALREADY_SUBSCRIBED' };
  }
  const { url } = await open(edges, person, placed, product);
  return url ? { url, orderId: placed.id } : 'again';
}

async function runs(db: Database, profileId: string, packageName: string): Promise<boolean> {
  const [running] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.profileId, profileId),
        eq(subscriptions.packageName, packageName),
        inArray(subscriptions.status, RUNNING),
      ),
    )
    .limit(1);
  return running !== undefined;
}

/**
 * The same thing was being bought already. Asked for it again, Stripe answers with the same page. With the same words it is
 * still the page; with other words it is called off first, so that a subscription is never paid twice; and what was paid
 * meanwhile is settled, not sold again.
 */
async function continueEarlier(
  edges: Edges,
  person: Person,
  earlier: PlacedOrder,
  product: Product,
  delivery: Delivery,
): Promise<Outcome | 'again'> {
  const session = await open(edges, person, earlier, product);
  const facts = await askCheckout(edges, session.id);
  if (facts.state === 'open') {
    if (session.url && isDeepStrictEqual(earlier.delivery, delivery)) return { url: session.url, orderId: earlier.id };
    if (await callOff(edges, session.id)) {
      await edges.db.transaction((tx) => cancelOrder(tx, systemActor, earlier.id));
    }
    return 'again';
  }
  await edges.db.transaction(async (tx) => {
    const { problem } = await settleCheckout(tx, edges, facts, 'return');
    if (problem) await closeCheckout(tx, earlier.id);
  });
  const taken = facts.state === 'paid' || facts.state === 'processing';
  return product.kind === 'package' && taken ? { refused: 'ALREADY_SUBSCRIBED' } : 'again';
}

/** `false`: too late, the page was just paid or has just expired. */
async function callOff(edges: Edges, sessionId: string): Promise<boolean> {
  try {
    await edges.stripe.client.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    if (isProviderError(error) && !isProviderDown(error)) return false;
    throw error;
  }
}

/** The order's payment page at Stripe, made now or before. */
async function open(edges: Edges, person: Person, order: PlacedOrder, product: Product) {
  const { client } = edges.stripe;
  try {
    const customer =
      product.kind === 'device'
        ? null
        : await customerOf(
            { db: edges.db, stripe: client },
            { id: person.id, email: person.email, customerId: person.profile.stripeCustomerId },
            order.delivery.company_name ?? null,
          );
    return await openCheckout(client, { order, product, customer, publicUrl: edges.config.publicUrl });
  } catch (error) {
    // Stripe refused it for good. When nobody knows whether the page was made, the order waits: the next try asks for it again.
    if (isProviderError(error) && !isProviderDown(error)) {
      await edges.db.transaction((tx) => cancelOrder(tx, systemActor, order.id));
    }
    throw error;
  }
}
