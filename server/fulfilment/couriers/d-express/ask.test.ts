import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { whenOver } from '../../../test/when-over.ts';
import { ask } from './ask.ts';
import { doubleSettings } from './open.ts';

/** A courier that answers as it is told. */
let says = { status: 200, body: 'OK' };
const server = createServer((_incoming, response) => response.writeHead(says.status).end(says.body));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
whenOver(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const settings = doubleSettings({ url, user: 'vidik', password: 'vidik', secret: 'x' }, null);

test.each([
  [200, 'ERROR: RName', 'refused'],
  [400, '"ERROR: RTownID"', 'refused'],
  [409, 'Conflict', 'lost'],
  [422, '{"message":"ReferenceID exists"}', 'lost'],
  [500, 'ERROR', 'lost'],
  [401, 'ERROR: unauthorized', 'down'],
  [503, 'Service Unavailable', 'down'],
])(
  '%i with „%s“ is %s: only a refusal in the courier’s own words says that nothing was made',
  async (status, body, reason) => {
    says = { status, body };
    await expect(ask(() => settings, 'data/addshipment', {})).rejects.toMatchObject({ reason });
  },
);

test('an answer is its text', async () => {
  says = { status: 200, body: 'OK' };
  expect(await ask(() => settings, 'data/addshipment', {})).toBe('OK');
});
