import type * as z from 'zod';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { hasTaxNumberShape, isTaxNumberOf } from '#domain/company-numbers.ts';
import { BuyerInfo, type CompanyInfo, type NewPayment } from '#domain/payments/contract.ts';
import { paymentWayProblem } from '#domain/payments/ways.ts';
import { dinarsAt } from '#domain/prices.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exchangeRateOn } from '../../orders/rates.ts';
import { specialPackageOffer } from '../special/read-runs.ts';
import { WAY_FLOWS } from './ways/flows.ts';
import type { Buyer, BuyerFormData, StartedOrder } from './ways/way.ts';

type Input = z.infer<typeof NewPayment>;

/** A buyer orders: the price comes from the catalogue, and nothing is written before everything is right. */
export async function createPayment(deps: Dependencies, buyer: Buyer, input: Input): Promise<StartedOrder> {
  const product = productNamed(input.productName);
  if (!product) throw refuse('PRODUCT_UNKNOWN');
  const price = product.price.amount / 100;
  if (input.productPrice !== price) throw refuse('PRICE_CHANGED', { price });
  if (product.kind === 'special' && !(await specialPackageOffer(deps)).isSold) throw refuse('SPECIAL_NOT_SOLD');
  const form = product.kind === 'device' ? buyerForm(input, buyer.person) : companyForm(input);
  const { way, months, endsSubscription } = input;
  const country = form.delivery.country ?? form.delivery.company_country ?? 'RS';
  const dinars = dinarsAt(product.price.amount * months, await exchangeRateOn(deps.db, dayOf(deps.now()))).amount;
  const why = paymentWayProblem(way, { kind: product.kind, months, country, price: dinars });
  if (why) throw refuse('WAY_NOT_POSSIBLE', { way, why });
  const { termsVersion = null, rate = null } = input;
  const words = buyer.keepsProfile ? { ...form, profile: {} } : form;
  return WAY_FLOWS[way].start(deps, buyer, { product, form: words, termsVersion, months, rate, endsSubscription });
}

/** The buyer form; who calls without one buys with what the profile already has. */
function buyerForm({ buyerInfo }: Input, { profile }: Buyer['person']): BuyerFormData {
  const info = buyerInfo ?? BuyerInfo.safeParse(ofProfile(profile)).data;
  if (!info) throw refuse('BUYER_INFO_MISSING');
  checkCompanyOf(info);
  return {
    delivery: snapshotOf(info),
    profile: {
      firstName: info.firstName,
      lastName: info.lastName,
      companyName: info.companyName || null,
      country: info.country,
      address: info.address,
      addressNumber: info.addressNumber,
      city: info.city,
      postalCode: info.postalCode,
      phone: info.phone,
      ...(info.companyTaxNumber
        ? companyNumbers(info.companyTaxNumber, info.companyRegistrationNumber ?? '')
        : undefined),
    },
    document: info.companyTaxNumber ? 'companyTerms' : 'memberTerms',
  };
}

/** A profile keeps a firm's numbers as numbers, and of no use to whoever buys for themselves. */
const ofProfile = ({ companyTaxNumber: _, companyRegistrationNumber: __, ...profile }: Buyer['person']['profile']) => ({
  ...profile,
  companyName: profile.companyName ?? '',
});

/** What was left out, or left empty where it need not be filled, is not kept. */
const snapshotOf = (info: BuyerInfo): BuyerFormData['delivery'] =>
  Object.fromEntries(
    Object.entries(info).filter(([field, value]) => value !== undefined && (value !== '' || field === 'companyName')),
  );

/** A firm that says who it is says it rightly. */
function checkCompanyOf({ companyTaxNumber, companyRegistrationNumber, country }: BuyerInfo): void {
  if (!companyTaxNumber && !companyRegistrationNumber) return;
  if (!companyTaxNumber || !isTaxNumberOf(companyTaxNumber, country)) throw refuse('TAX_NUMBER_INVALID');
}

function companyForm({ companyInfo }: Input): BuyerFormData {
  if (!companyInfo) throw refuse('COMPANY_INFO_MISSING');
  const { company_numbers_kept: kept = false, ...info } = companyInfo;
  const isRight = kept ? hasTaxNumberShape : isTaxNumberOf;
  if (!isRight(info.company_tax_number, info.company_country)) throw refuse('TAX_NUMBER_INVALID');
  return { delivery: info, profile: companyProfile(info), document: 'companyTerms' };
}

const companyProfile = (info: CompanyInfo) => ({
  companyName: info.company_name,
  ...companyNumbers(info.company_tax_number, info.company_registration_number),
  companyAddress: info.company_address,
});

/** The profile's columns are numbers; what is not one stays in the order only. */
function companyNumbers(taxNumber: string, registrationNumber: string) {
  const numberOf = (text: string) => (/^[\d\s]{1,15}$/.test(text) ? Number(text.replace(/\s/g, '')) : null);
  return { companyTaxNumber: numberOf(taxNumber), companyRegistrationNumber: numberOf(registrationNumber) };
}
