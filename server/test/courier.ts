import { openDExpress } from '#doubles/couriers/d-express/double.ts';
import type { Dependencies } from '../dependencies.ts';
import { pollCourierStatuses } from '../flows/fulfilment/couriers/poll-courier-statuses.ts';
import { sendRequests } from '../flows/fulfilment/couriers/send-requests.ts';
import {
  type CourierCapabilities,
  CourierError,
  type CourierPort,
  type Couriers,
} from '../fulfilment/couriers/courier.ts';
import { dExpress } from '../fulfilment/couriers/d-express/d-express.ts';
import { doubleSettings } from '../fulfilment/couriers/d-express/open.ts';
import { ownDelivery } from '../fulfilment/couriers/own.ts';
import type { TestApp } from './app.ts';
import { whenOver } from './when-over.ts';

export const COURIER_EMAIL = 'podrska@dexpress.primer';

/**
 * The courier's double with the port that speaks to it. Its messages come through the public address of the app that is given to
 * `reaches`. With `knows`, the port can also be asked what the double holds, as couriers with such a call can.
 */
export async function testCourier({ knows = false }: { knows?: boolean } = {}) {
  let app: TestApp['app'] | null = null;
  const posted: { body: string; answer: string }[] = [];
  const double = await openDExpress({
    webhookUrl: 'http://localhost:3000/webhooks/couriers/d-express',
    async send(request) {
      const body = await request.text();
      const answer = await post(body);
      posted.push({ body, answer: await answer.clone().text() });
      return answer;
    },
  });
  whenOver(() => double.stop());
  const post = (body: string) =>
    Promise.resolve(
      app!.request('/webhooks/couriers/d-express', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );
  const { user, password, secret } = double.credentials;
  const settings = doubleSettings({ url: double.url, user, password, secret }, COURIER_EMAIL);
  let { secrets } = settings;
  const real = dExpress(() => ({ ...settings, secrets }), {
    payer: 'D EXPRESS',
    tracking: 'https://d-express.primer.rs/?broj={code}',
  });
  const port = knows ? knowing(real, double) : real;
  const couriers: Couriers = {
    offered: ['own', 'd-express'],
    get: (name) => (name === 'own' ? ownDelivery : name === 'd-express' ? port : undefined),
    stop: async () => {},
  };
  return {
    double,
    control: double.control,
    couriers,
    posted,
    post,
    secret,
    /** As when `D_EXPRESS_WEBHOOK_SECRET` is set anew and the servers are restarted. */
    takes(...those: string[]) {
      secrets = those;
    },
    reaches(target: TestApp) {
      app = target.app;
    },
    /** What a worker does after a commit. */
    send: (deps: Dependencies) => sendRequests(deps),
    ask: (deps: Dependencies) => pollCourierStatuses(deps),
    /** Parcels of a key at the courier. */
    held: (key: string) => double.control.parcels().filter(({ reference }) => reference === key),
  };
}

/** The same courier, had it the calls that nobody has seen of it: they answer from what it holds. */
function knowing(real: CourierPort, double: Awaited<ReturnType<typeof openDExpress>>): CourierPort {
  const capabilities: CourierCapabilities = { asks: true, find: true, cancel: true, status: true, email: null };
  const heldOf = (reference: string) => double.control.parcels().findLast((one) => one.reference === reference);
  return {
    ...real,
    capabilities,
    find: async (reference) => heldOf(reference) !== undefined,
    async cancel(reference) {
      if (!heldOf(reference)) throw new CourierError('refused', 'unknown');
      await double.control.tell(reference, '-1');
    },
    async status(reference) {
      const one = heldOf(reference);
      return Object.entries(one?.statuses ?? {}).map(([code, status]) => ({
        id: `asked:${code}:${status}`,
        code,
        reference,
        status,
        news: status === '1' ? ('delivered' as const) : ('transit' as const),
        moment: new Date(),
      }));
    },
  };
}
