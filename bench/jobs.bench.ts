import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { MAX_INTAKE } from '#domain/stock/rules.ts';
import { findOrInstallChromium } from '../scripts/chromium.mjs';
import { run, withOwnNode } from '../scripts/setup.mjs';
import { openDatabase } from '../server/platform/db.ts';
import { type BenchServer, databaseUrlOf, startServer } from './measure/server.ts';
import type { Figure } from './measure/table.ts';
import { fillLists } from './rows/lists-rows.ts';
import { members } from './rows/people.ts';
import { fillSales } from './rows/sales-rows.ts';

const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
const PEOPLE = Math.round(ORDERS / 5);
const MOST_PRESSES = 5;

/** What Playwright says of the journeys, as far as it is read here. */
interface Suite {
  specs: z.infer<typeof Spec>[];
  suites?: Suite[] | undefined;
}
const Spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({ annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })) }),
  ),
});
const Suite: z.ZodType<Suite> = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional();
  },
});
const Report = z.object({ suites: z.array(Suite) });

/** The fourteen jobs of the desk (e2e/fourteen-jobs.spec.ts) in a shop with a million orders: presses and letters of each. */
export default async function jobs(): Promise<Figure[]> {
  const password = randomUUID();
  // The server is started with this environment.
  Object.assign(process.env, {
    SUPER_ADMIN_PASSWORD: password,
    COURIERS: 'own,d-express',
    D_EXPRESS_EMAIL: 'podrska@dexpress.example',
    TRUST_PROXY: '1',
  });
  const server = await startServer();
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-jobs-'));
  try {
    const url = databaseUrlOf(server);
    const began = performance.now();
    await fillLists(url, PEOPLE, PEOPLE);
    await fillSales(url, ORDERS);
    const filled = `${Math.round((performance.now() - began) / 1000)} s`;
    const received = await receiveDevices(server);
    const file = path.join(directory, 'report.json');
    await run(
      'playwright',
      [
        'test',
        'fourteen-jobs.spec.ts',
        '--project',
        'desktop',
        '--workers',
        '1',
        '--retries',
        '0',
        '--reporter',
        'list,json',
      ],
      {
        env: withOwnNode({
          CHROME_PATH: findOrInstallChromium(),
          SWEEP: '1',
          E2E_URL: server.url,
          E2E_DATA_DIR: server.dataDir,
          E2E_ADMIN_PASSWORD: password,
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        }),
      },
    );
    const specs = Report.parse(JSON.parse(readFileSync(file, 'utf8'))).suites.flatMap(specsIn);
    return [
      {
        what: `filled with ${ORDERS.toLocaleString('en')} orders, ${PEOPLE.toLocaleString('en')} people`,
        measured: filled,
        comparison: `${received.toLocaleString('en')} devices received`,
      },
      ...jobsOf(specs),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
    await server.stop();
  }
}

const specsIn = ({ specs, suites = [] }: Suite): z.infer<typeof Spec>[] => [...specs, ...suites.flatMap(specsIn)];

/** Each job by mouse, which has a limit, beside the same by keyboard alone. */
function jobsOf(specs: z.infer<typeof Spec>[]): Figure[] {
  const names = [...new Set(specs.map(({ title }) => title.slice(0, title.lastIndexOf(': '))))];
  return names.map((what) => {
    const counted = ['five presses at most', 'by keyboard alone'].map((way) => {
      const spec = specs.find(({ title }) => title === `${what}: ${way}`);
      const said = spec?.tests.flatMap(({ annotations }) => annotations).find(({ type }) => type === 'presses');
      const [, presses, letters] = /: (\d+), and (\d+) letters$/.exec(said?.description ?? '') ?? [];
      return { isDone: spec?.ok === true, presses: Number(presses), letters: Number(letters) };
    });
    const [mouse, keyboard] = counted.map(({ isDone, presses, letters }) =>
      isDone ? `${presses} presses, ${letters} letters` : 'failed',
    );
    return {
      what,
      measured: mouse!,
      comparison: `by keyboard: ${keyboard}`,
      target: `≤ ${MOST_PRESSES} presses`,
      met: counted.every(({ isDone }) => isDone) && counted[0]!.presses <= MOST_PRESSES,
    };
  });
}

/** Whoever paid first has its devices first: so many are received that the orders of the journeys get theirs. Answers with how many. */
async function receiveDevices(server: BenchServer): Promise<number> {
  const db = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 600_000 });
  const [row] = await db
    .ask<{ waiting: number }>(
      `select coalesce(sum(quantity), 0)::int as waiting from order_lines join orders on orders.id = order_id
       where order_lines.kind = 'goods' and fulfilment_state = 'new'`,
    )
    .finally(() => db.close());
  const [who] = await members(server, 1, 'admin');
  const intakes = Math.ceil(row!.waiting / MAX_INTAKE) + 1;
  for (let n = 0; n < intakes; n += 1) {
    const serials = Array.from(
      { length: MAX_INTAKE },
      (_, at) => `VDK-11-${String(n * MAX_INTAKE + at).padStart(6, '0')}`,
    );
    const form = new FormData();
    form.set('key', randomUUID());
    form.set('document', `Otpremnica ${n + 1}`);
    form.set('file', new File([['Serijski broj', ...serials].join('\r\n')], 'prijem.csv', { type: 'text/csv' }));
    const answer = await fetch(`${server.url}/api/admin/stock/intakes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who!.token}` },
      body: form,
    });
    if (!answer.ok) throw new Error(`The intake was answered with ${answer.status}: ${await answer.text()}`);
  }
  return intakes * MAX_INTAKE;
}
