import { expect, test } from 'vitest';
import { BuyerForm } from '#domain/payments/rules.ts';
import { fieldsOfOrder } from './order-fields.ts';

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

test('whoever continues an order accepts the terms anew', () => {
  expect(BuyerForm.safeParse(fieldsOfOrder(delivery)).error?.issues.map(({ path }) => path[0])).toEqual(['consent']);
});
