import type { Delivery } from '../../delivery.ts';
import type { DocumentKind } from '../../documents/kinds.ts';
import type { ShipmentState } from '../../fulfilment/shipment.ts';
import type { OrderStatus } from '../../order-states.ts';
import type { Firm } from './changed-company.ts';

type Field = keyof Firm | 'country';
const OF_PACKAGE: Record<Field, string> = {
  name: 'company_name',
  taxNumber: 'company_tax_number',
  registrationNumber: 'company_registration_number',
  country: 'company_country',
};
const OF_DEVICE: Record<Field, string> = {
  name: 'companyName',
  taxNumber: 'companyTaxNumber',
  registrationNumber: 'companyRegistrationNumber',
  country: 'country',
};

const text = (value: string | null | undefined): string => value?.trim() ?? '';
/** What the form of that order calls them; `null` when it is not for a firm. */
const namesIn = (form: Delivery): Record<Field, string> | null =>
  [OF_PACKAGE, OF_DEVICE].find(({ name }) => text(form[name]) !== '') ?? null;

/** The firm that an order is for, as its form says, and where it is; `null` of a person's. */
export function firmIn(form: Delivery | null): (Firm & { country: string }) | null {
  const names = form && namesIn(form);
  if (!names) return null;
  const of = (field: Field) => text(form[names[field]]);
  return {
    name: of('name'),
    taxNumber: of('taxNumber'),
    registrationNumber: of('registrationNumber'),
    country: of('country') || 'RS',
  };
}

/** The same form for another firm at the same address. */
export function withFirm(form: Delivery, firm: Firm): Delivery {
  const names = namesIn(form);
  if (!names) return form;
  return {
    ...form,
    [names.name]: firm.name,
    [names.taxNumber]: firm.taxNumber,
    [names.registrationNumber]: firm.registrationNumber,
  };
}

/** A firm has ordered it, nothing is packed, and no invoice names the firm; an advance invoice is one, too. */
export const canChangeCompany = (
  { status, delivery }: { status: OrderStatus; delivery: Delivery | null },
  papers: readonly { kind: DocumentKind }[],
  parcels: readonly { state: ShipmentState }[],
): boolean =>
  firmIn(delivery) !== null &&
  status !== 'cancelled' &&
  papers.every(({ kind }) => kind !== 'invoice' && kind !== 'advance') &&
  parcels.every(({ state }) => state === 'cancelled');
