import autocannon from 'autocannon';
import { residentMegabytes, startServer } from './measure/server.ts';
import type { Figure } from './measure/table.ts';
import { members } from './rows/people.ts';

const REQUESTS = 10_000;

/** What the server's process holds after ten thousand requests of every kind; PostgreSQL is not counted. */
export default async function memory(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const [who] = await members(server, 1);
    const headers = { authorization: `Bearer ${who!.token}` };
    const before = residentMegabytes(server.pid);
    await autocannon({
      url: server.url,
      connections: 32,
      amount: REQUESTS,
      requests: [
        { path: '/usb-packages', headers: { 'accept-encoding': 'br' } },
        { path: '/api/me', headers },
        { path: '/api/orders/mine', headers },
        { path: '/nema-me' },
        { path: '/readyz' },
      ],
    });
    const after = residentMegabytes(server.pid);
    return [
      {
        what: `RSS after ${REQUESTS.toLocaleString('en')} requests`,
        measured: `${after.toFixed(0)} MB`,
        comparison: `${before.toFixed(0)} MB before`,
        target: '≤ 256 MB',
        met: after <= 256,
      },
    ];
  } finally {
    await server.stop();
  }
}
