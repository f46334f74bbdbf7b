import { expect, test } from 'vitest';
import { packages } from '../advertising/schema.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';
import { vouchers } from '../vouchers/schema.ts';

/** Every list of the back office that comes in parts, walked to its end in every order it offers. */
const app = await testApp();
const admin = call(app, await person(app, 'admin'));
const ROWS = 120;
const minute = (n: number) => new Date(Date.UTC(2027, 0, 1, 0, n % 40));
const numbers = Array.from({ length: ROWS }, (_, n) => n);

await app.db.insert(orders).values(
  numbers.map((n) => ({
    email: 'a@primer.rs',
    kind: 'device' as const,
    productName: 'Vidik',
    amount: 1 + ((n * 7) % 11),
    createdAt: minute(n),
  })),
);
await app.db.insert(packages).values(
  numbers.map((n) => ({
    email: 'a@primer.rs',
    packageName: 'starter',
    bannerCount: 1,
    tvSeconds: 1,
    amount: 1 + ((n * 7) % 11),
    currency: 'EUR',
    paymentKey: String(n),
    createdAt: minute(n),
  })),
);
await app.db
  .insert(vouchers)
  .values(
    numbers.map((n) => ({ code: String(100_000_000_000 + n), bannerCount: 1 + ((n * 7) % 11), createdBy: 'system' })),
  );
await app.db.insert(reservations).values(
  numbers.map((n) => ({
    year: 2027,
    firstName: 'Ana',
    lastName: 'Šarić',
    email: 'a@primer.rs',
    phone: '1',
    country: 'RS' as const,
    packageId: 'ticket-only' as const,
    amount: 1 + ((n * 7) % 11),
    currency: 'RSD' as const,
    createdAt: minute(n),
  })),
);
await app.db
  .insert(mails)
  .values(numbers.map(() => ({ to: 'a@primer.rs', template: 'accounts.rejected', props: {}, state: 'sent' as const })));
await app.db.insert(auditLog).values(
  numbers.map((n) => ({
    at: minute(n),
    actor: 'system',
    action: 'vouchers.issued',
    subjectKind: 'voucher',
    subjectId: String(n),
  })),
);

type Page = { rows: object[]; next: string | number | null };
/** `read` gets the order and the place to go on from; `sorts` are the columns, each with the field it goes by. */
const LISTS: Record<string, { read: (input: never) => Promise<unknown>; sorts: Record<string, string> }> = {
  orders: { read: admin.orders.admin.list, sorts: { date: 'createdAt', amount: 'amount' } },
  packages: { read: admin.advertising.admin.sold, sorts: { date: 'createdAt', amount: 'amount' } },
  vouchers: { read: admin.vouchers.admin.list, sorts: { issued: 'id', banners: 'bannerCount' } },
  reservations: { read: admin.events.admin.list, sorts: { number: 'createdAt', amount: 'amount' } },
  mails: { read: admin.admin.mails.list, sorts: { none: 'number' } },
  audit: { read: admin.admin.audit, sorts: { none: 'at' } },
};

for (const [name, { read, sorts }] of Object.entries(LISTS))
  for (const [sort, field] of Object.entries(sorts))
    for (const direction of ['asc', 'desc'] as const)
      test(`${name} by ${field}, ${direction}: all of them, in order, each once`, async () => {
        const seen: Record<string, unknown>[] = [];
        let after: Page['next'] | undefined;
        do {
          const input = { direction, after, ...(sort === 'none' ? {} : { sort }) };
          const page = (await read(input as never)) as Page;
          seen.push(...(page.rows as Record<string, unknown>[]));
          after = page.next;
        } while (after !== null);
        expect(seen).toHaveLength(ROWS);
        expect(new Set(seen.map(({ id }) => id)).size).toBe(ROWS);
        const keys = seen.map((row) =>
          field === 'createdAt' || field === 'at' ? Number(new Date(String(row[field]))) : Number(row[field]),
        );
        expect(keys).toEqual(keys.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)));
      });
