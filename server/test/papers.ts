import { taxLines } from '#domain/documents/amounts.ts';
import type { MoneyDocument, ReturnRecord, WarrantyDocument } from '#domain/documents/data.ts';
import type { MoneyKind } from '#domain/documents/kinds.ts';
import { ipsQr } from '#domain/events/payment/ips-qr.ts';

/** Papers with everything on them, as the drawings show them; for tests and the benchmark. */
const issuer = {
  name: 'Vidik primer d.o.o.',
  address: 'Primer ulica 1, 11000 Beograd',
  seat: 'Beograd',
  taxNumber: '000000000',
  registrationNumber: '00000000',
  email: 'podrska@vidik.example',
  vatPayer: true,
  vatNote: '',
  responsible: 'Jelena Đurić',
};
const buyer = {
  name: 'Pekara i poslastičarnica Đurđevak i sinovi d.o.o.',
  address: ['Trg kneza Mihaila 2', '32300 Gornji Milanovac'],
  taxNumber: '109876543',
  registrationNumber: '21234566',
};

export const serials = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `VDK-26-${String(4411 + index * 2).padStart(6, '0')}`);

export function moneyPaper(
  kind: MoneyKind,
  changed: Partial<MoneyDocument> & { devices?: number } = {},
): MoneyDocument {
  const { devices = 10, ...more } = changed;
  const gross = 23_422_300;
  const [line] = taxLines([
    {
      name: 'Vidik, USB uređaj za striming',
      note: 'sa licencom, dostava uključena u cenu',
      serials: kind === 'invoice' ? serials(devices) : [],
      quantity: devices,
      unit: 'piece' as const,
      percent: 20,
      gross,
    },
  ]);
  return {
    kind,
    number: `${kind === 'proforma' ? 'P' : 'R'}-2026-000431`,
    issuer,
    buyer,
    issuedOn: '2026-11-23',
    order: 1504,
    suppliedOn: kind === 'invoice' ? '2026-11-23' : null,
    validUntil: kind === 'proforma' ? '2026-11-30' : null,
    shipment: kind === 'invoice' ? 'VD2600014827, D Express' : null,
    deliveredTo: [],
    rate: '117.17',
    price: { amount: 199_900, currency: 'EUR' },
    lines: [line!],
    advances:
      kind === 'invoice' ? [{ number: 'A-2026-000187', receivedOn: '2026-11-22', amount: gross, tax: line!.tax }] : [],
    cited: kind === 'creditNote' ? { number: 'R-2026-000391', issuedOn: '2026-11-12' } : null,
    reason: kind === 'creditNote' ? 'povraćaj novca' : '',
    paid: kind === 'invoice' ? { on: '2026-11-22', how: 'transfer', amount: 0, reference: '97 66-2026001504' } : null,
    pay:
      kind === 'proforma'
        ? {
            payee: 'Vidik primer d.o.o., Beograd',
            account: '165-0000000000055-74',
            amount: gross,
            reference: '66-2026001504',
            purpose: 'Predračun P-2026-000431',
            code: '221',
            qr: ipsQr({
              account: '165000000000005574',
              payee: ['Vidik primer d.o.o.', 'Primer ulica 1', 'Beograd'],
              amount: { amount: gross, currency: 'RSD' },
              paymentCode: '221',
              purpose: 'Predračun P-2026-000431',
            }),
          }
        : null,
    consumer: kind === 'invoice',
    warranty: kind === 'invoice' ? 'G-1504' : null,
    ...more,
  };
}

export const warrantyPaper = (count = 10): WarrantyDocument => ({
  kind: 'warranty',
  number: 'G-1504',
  issuer,
  buyer,
  issuedOn: '2026-11-27',
  order: 1504,
  invoice: 'R-2026-000431',
  deliveredOn: '2026-11-27',
  devices: serials(count).map((serial) => ({ name: 'Vidik, USB uređaj za striming', serial, until: '2031-11-27' })),
});

export const returnPaper = (): ReturnRecord => ({
  kind: 'returnRecord',
  number: 'Z-2026-000012',
  issuer,
  buyer,
  issuedOn: '2026-12-03',
  order: 1504,
  receivedOn: '2026-12-02',
  why: 'exchange',
  devices: [
    {
      name: 'Vidik, USB uređaj za striming',
      serial: 'VDK-26-004411',
      condition: 'ne pali se, kućište čitavo',
      replacedBy: 'VDK-26-005120',
    },
  ],
  decision: 'Uređaj se menja novim u garanciji.',
  note: 'Licenca i povezan televizor prelaze na novi uređaj.',
});
