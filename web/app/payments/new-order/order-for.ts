import type { devicePackages } from '#domain/catalogue/catalogue.ts';
import type { client } from '../../api.ts';

/** Whom an order is entered for, with what it is reckoned at. */
export type OrderFor = Awaited<ReturnType<typeof client.payments.admin.orderFor>>;

export type Product = (typeof devicePackages)[number];
