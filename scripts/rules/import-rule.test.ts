import { expect, test } from 'vitest';
import { checkImportRule } from './import-rule.ts';
import { project } from './project-for-test.ts';

const allowed = {
  'domain/vouchers/contract.ts': "import { z } from 'zod'; import { Id } from '../shapes.ts';",
  'domain/shapes.ts': 'export const Id = 1;',
  'domain/orders/rules.ts': "import { Id } from '#domain/shapes.ts';",
  'server/orders/schema.ts': 'export const orders = 1;',
  'server/vouchers/redeem.ts': "import { orders } from '../orders/schema.ts'; import { Id } from '#domain/shapes.ts';",
  'server/platform/clock.ts': "import { Id } from '#domain/shapes.ts';",
  'server/flows/settle.ts': "import { redeem } from '../vouchers/redeem.ts'; import '../orders/pay.ts';",
  'server/orders/router.ts': "import '../flows/settle.ts';",
  'server/orders/pay.ts': 'export {};',
  'doubles/bank/api.ts': "import { Id } from '#domain/shapes.ts'; import './pages.ts';",
  'doubles/bank/pages.ts': 'export {};',
  'web/app/orders/mine.page.tsx':
    "import { Card } from '../vouchers/card.tsx'; import { Id } from '#domain/shapes.ts';",
  'web/app/vouchers/card.tsx': "import { Button } from '../ui/button.tsx'; import type { Route } from './+types/card';",
  'web/app/ui/button.tsx': "import { common } from '#domain/copy.ts'; import './button.module.css';",
};

test('a project that keeps to the rule has nothing to report', () => {
  expect(checkImportRule(project(allowed))).toEqual([]);
});

test.each([
  ['domain/orders/rules.ts', "import { readFileSync } from 'node:fs';", 'no I/O'],
  ['domain/orders/rules.ts', "import type { Order } from '#server/orders/schema.ts';", 'nothing but itself'],
  ['server/orders/pay.ts', "import { Button } from '#web/ui/button.tsx';", 'never imports the web'],
  ['web/app/orders/mine.page.tsx', "const pay = import('#server/orders/pay.ts');", 'never imports the server'],
  [
    'web/app/orders/mine.page.tsx',
    "export { orders } from '../../../server/orders/schema.ts';",
    'never imports the server',
  ],
  ['server/orders/pay.ts', "import { redeem } from '../vouchers/redeem.ts';", 'only its schema.ts'],
  ['server/orders/pay.ts', "type V = import('../vouchers/redeem.ts').V;", 'only its schema.ts'],
  ['server/limits.ts', "import { settle } from './flows/settle.ts';", 'flows are called by'],
  ['server/app.ts', "import { settle } from './flows/settle.ts';", 'flows are called by'],
  ['server/limits.ts', "import { redeem } from './vouchers/redeem.ts';", 'only its schema.ts'],
  ['server/platform/clock.ts', "import { orders } from '../orders/schema.ts';", 'the platform knows no domain'],
  ['server/platform/clock.ts', "import { pay } from '#domain/orders/rules.ts';", 'the platform knows no domain'],
  ['web/app/ui/button.tsx', "import { api } from '../api.ts';", 'ui knows no domain'],
  ['web/app/ui/button.tsx', "import { price } from '#domain/orders/rules.ts';", 'ui knows no domain'],
  ['web/app/orders/total.tsx', "import { Card } from '../vouchers/card.tsx';", 'in pages only'],
  ['server/orders/pay.ts', "import { orders } from './schema';", 'file name ending'],
  ['doubles/bank/api.ts', "import { orders } from '#server/orders/schema.ts';", 'imports the domain and itself'],
  ['server/orders/pay.ts', "import { api } from '#doubles/bank/api.ts';", 'met over the wire'],
  ['server/orders/utils/pay.ts', 'export {};', 'a folder named "utils"'],
])('%s may not: %s', (name, text, reason) => {
  expect(checkImportRule(project({ ...allowed, [name]: text }))).toEqual([expect.stringContaining(reason)]);
});

test('what joins the server knows every domain, its start calls flows, and who calls is read from everywhere', () => {
  const files = {
    ...allowed,
    'server/app.ts': "import { redeem } from './vouchers/redeem.ts';",
    'server/access.ts': "import { redeem } from './vouchers/redeem.ts';",
    'server/start/open-shop.ts': "import '../flows/settle.ts'; import '../orders/pay.ts';",
  };
  expect(checkImportRule(project(files))).toEqual([]);
});

test('the SDK of a provider is imported in its folder alone', () => {
  const files = {
    ...allowed,
    'server/payments/stripe/check-webhook.ts': "import Stripe from 'stripe'; import type { Money } from './money.ts';",
    'server/platform/storage/s3.ts': "import { S3Client } from '@aws-sdk/client-s3';",
  };
  expect(checkImportRule(project(files))).toEqual([]);
  const everywhere = {
    ...files,
    'server/payments/pay.ts': "import type Stripe from 'stripe';",
    'server/start/doctor/outside.ts': "import Stripe from 'stripe';",
    'server/orders/pay.test.ts': "import Stripe from 'stripe';",
    'scripts/buckets.ts': "import { S3Client } from '@aws-sdk/client-s3';",
  };
  expect(checkImportRule(project(everywhere)).sort()).toEqual([
    expect.stringMatching(/^scripts\/buckets\.ts: .*server\/platform\/storage\/ alone$/),
    expect.stringMatching(/^server\/orders\/pay\.test\.ts: .*server\/payments\/stripe\/ alone$/),
    expect.stringMatching(/^server\/payments\/pay\.ts: .*server\/payments\/stripe\/ alone$/),
    expect.stringMatching(/^server\/start\/doctor\/outside\.ts: .*server\/payments\/stripe\/ alone$/),
  ]);
});

test('files that import each other are reported once, with the way round, types counted', () => {
  const files = {
    ...allowed,
    'server/orders/pay.ts': "import type { Refund } from './refund.ts';",
    'server/orders/refund.ts': "import { ledger } from './ledger.ts';",
    'server/orders/ledger.ts': "export type { pay } from './pay.ts';",
    'server/orders/report.ts': "import { pay } from './pay.ts';",
  };
  expect(checkImportRule(project(files))).toEqual([
    'a circle of imports: server/orders/ledger.ts → server/orders/pay.ts → server/orders/refund.ts → server/orders/ledger.ts',
  ]);
});

test('what one domain alone uses lies in its folder, not beside all of them', () => {
  const files = {
    ...allowed,
    'domain/postage.ts': 'export {};',
    'domain/orders/price.ts': "import '../postage.ts';",
    'server/orders/weigh.ts': "import '#domain/postage.ts';",
    'domain/vouchers/postage.test.ts': "import '../postage.ts';",
  };
  expect(checkImportRule(project(files))).toEqual([
    'domain/postage.ts: only orders imports it, so it belongs in domain/orders',
  ]);
  expect(checkImportRule(project({ ...files, 'web/app/vouchers/send.ts': "import '#domain/postage.ts';" }))).toEqual(
    [],
  );
});

test('a new domain is known by its folder, without a list', () => {
  const files = {
    ...allowed,
    'domain/gifts/contract.ts': 'export {};',
    'web/app/gifts/box.tsx': 'export {};',
    'web/app/orders/row.tsx': "import '../gifts/box.tsx';",
  };
  expect(checkImportRule(project(files))).toEqual([expect.stringContaining('in pages only')]);
});

test('folders that import each other are reported, though none of their files does; entry files and tables are not counted', () => {
  const files = {
    ...allowed,
    'server/http/reply.ts': "import { notify } from '../live/notify.ts';",
    'server/live/notify.ts': 'export const notify = 1;',
    'web/app/my/page-title.tsx': "import { Header } from '../shell/header.tsx';",
    'web/app/shell/header.tsx': 'export const Header = 1;',
  };
  expect(checkImportRule(project(files))).toEqual([]);
  const circles = {
    ...files,
    'server/live/stream.ts': "import type { header } from '../http/header.ts';",
    'server/http/header.ts': 'export const header = 1;',
    'web/app/shell/menu.tsx': "import { links } from '../my/links.ts';",
    'web/app/my/links.ts': 'export const links = 1;',
  };
  expect(checkImportRule(project(circles))).toEqual([
    expect.stringMatching(/^a circle of folders: .*server\/http\/reply\.ts.*server\/live\/stream\.ts/),
    expect.stringMatching(/^a circle of folders: .*web\/app\/my\/page-title\.tsx.*web\/app\/shell\/menu\.tsx/),
  ]);
});

test('folders of the domain that import each other are reported, types counted, also by way of a file beside them', () => {
  const files = {
    ...allowed,
    'domain/orders/rules.ts': "import { Id } from '../shapes.ts'; import { parcel } from '../parcels/rules.ts';",
    'domain/parcels/rules.ts': 'export const parcel = 1;',
    'domain/orders/rules.test.ts': 'export {};',
    'domain/parcels/rules.test.ts': "import '../orders/rules.ts';",
  };
  expect(checkImportRule(project(files))).toEqual([]);
  const direct = { ...files, 'domain/parcels/label.ts': "import type { Order } from '../orders/order.ts';" };
  expect(checkImportRule(project(direct))).toEqual([
    'a circle of folders: domain/orders → domain/parcels (domain/orders/rules.ts imports domain/parcels/rules.ts), ' +
      'domain/parcels → domain/orders (domain/parcels/label.ts imports domain/orders/order.ts)',
  ]);
  const roundabout = {
    ...files,
    'domain/parcels/label.ts': "import { state } from '../states.ts';",
    'domain/states.ts': "import type { Order } from '#domain/orders/order.ts';",
    'server/orders/pay.ts': "import { state } from '#domain/states.ts';",
  };
  expect(checkImportRule(project(roundabout))).toEqual([
    expect.stringMatching(
      /^a circle of folders: .*domain\/parcels → domain\/states\.ts.*domain\/states\.ts → domain\/orders/,
    ),
  ]);
});

test('a file beside the folders, and the folders of scripts and benches, are part of a circle; what joins all folders is not', () => {
  const files = {
    ...allowed,
    'server/router.ts': "import './http/site.ts';",
    'server/http/site.ts': "import type { Config } from '../config.ts';",
    'server/config.ts': "import './http/address.ts';",
    'server/http/address.ts': 'export {};',
  };
  expect(checkImportRule(project(files))).toEqual([]);
  const circles = {
    ...files,
    'server/limits.ts': "import './http/site.ts';",
    'server/http/problems.ts': "import type { limits } from '../limits.ts';",
    'scripts/render.ts': "import { start } from '../bench/start.ts';",
    'bench/start.ts': "import { root } from '../scripts/root.ts';",
    'scripts/root.ts': 'export const root = 1;',
  };
  expect(checkImportRule(project(circles))).toEqual([
    expect.stringMatching(/^a circle of folders: bench → scripts .*scripts → bench/),
    expect.stringMatching(/^a circle of folders: .*server\/limits\.ts/),
  ]);
});
