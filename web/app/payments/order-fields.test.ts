import { expect, test } from 'vitest';
import { CompanyForm } from '#domain/advertising/company-form.ts';
import { BuyerForm } from '#domain/payments/rules.ts';
import { buyerOf, fieldsOfCompany, fieldsOfOrder } from './order-fields.ts';

const delivery = {
  firstName: 'Žarko',
  lastName: 'Đurić',
  companyName: '',
  country: 'RS',
  address: 'Bulevar Kralja Petra',
  addressNumber: '12a',
  city: 'Niš',
  postalCode: '18000',
  phone: '+381 64 123 4567',
};
const sentAgain = (sent: typeof delivery) => BuyerForm.parse({ ...fieldsOfOrder(sent), consent: true });

test('an order that is gone on with stands in the form as it was sent, with whoever takes the parcel', () => {
  expect(sentAgain(delivery)).toMatchObject({ ...delivery, isForOther: false });
  const other = { recipientName: 'Mira Ilić', recipientPhone: '+381 63 765 4321' };
  expect(sentAgain({ ...delivery, ...other })).toMatchObject({ ...delivery, ...other, isForOther: true });
  const firm = { companyName: 'Pekara', companyTaxNumber: '100002887', companyRegistrationNumber: '17162543' };
  expect(sentAgain({ ...delivery, ...firm })).toMatchObject({ ...delivery, ...firm });
});

test('an order that goes to another name or phone alone, or has a note for its courier, is gone on with by the words that it has', () => {
  const note = { courierNote: 'Interfon ne radi, pozvati.' };
  for (const other of [{ recipientName: 'Mira Ilić' }, { recipientPhone: '+381 63 765 4321' }, note])
    expect(buyerOf(sentAgain({ ...delivery, ...other }))).toEqual({ ...delivery, ...other });
});

test('whoever continues an order accepts the terms anew', () => {
  expect(BuyerForm.safeParse(fieldsOfOrder(delivery)).error?.issues.map(({ path }) => path[0])).toEqual(['consent']);
});

const ordered = {
  email: 'nabavka@mlin.example',
  company_name: 'Mlin Đukić DOO',
  company_registration_number: '02123456',
  company_tax_number: '02123456',
  company_address: 'Trg Republike 1',
  company_city: 'Kotor',
  company_postal_code: '85330',
  company_country: 'ME',
  company_contact: '+382 67 123 456',
};

test('a package that is gone on with stands in the form as it was ordered, and its terms are accepted anew', () => {
  const fields = fieldsOfCompany(ordered);
  expect(CompanyForm.safeParse(fields).error?.issues.map(({ path }) => path[0])).toEqual(['consent']);
  expect(CompanyForm.parse({ ...fields, consent: true })).toMatchObject(ordered);
});
