import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { whenOver } from '../../test/when-over.ts';
import { checkWebhook, listUndeliveredEvents } from './check-webhook.ts';

const OURS = 'https://vidik.example/webhooks/stripe';
let answer: { status: number; body: object } = { status: 200, body: {} };
const asked: string[] = [];

const stripe = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => stripe.once('listening', resolve));
whenOver(async () => {
  stripe.closeAllConnections();
  stripe.close();
});
const { port } = stripe.address() as AddressInfo;

const here = (key: string) =>
  new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
const look = () => checkWebhook({ secretKey: 'sk_live_a', webhookUrl: OURS }, here);
const endpoints = (...data: { url: string; status: string }[]) => {
  answer = { status: 200, body: { object: 'list', url: '/v1/webhook_endpoints', has_more: false, data } };
};
const refusal = (status: number, type: string, message: string) => {
  answer = { status, body: { error: { type, message } } };
};

test('Stripe calls us when an enabled endpoint has exactly our address', async () => {
  endpoints({ url: 'https://other.example/webhooks/stripe', status: 'enabled' }, { url: OURS, status: 'enabled' });
  expect(await look()).toBe('called');
  expect(asked.at(-1)).toBe('GET /v1/webhook_endpoints?limit=100 Bearer sk_live_a');
  endpoints({ url: OURS, status: 'disabled' }, { url: `${OURS}/x`, status: 'enabled' });
  expect(await look()).toBe('not called');
  endpoints();
  expect(await look()).toBe('not called');
});

test('a restricted key that may not list endpoints is a key that Stripe knows; a wrong key is not', async () => {
  refusal(403, 'invalid_request_error', 'The provided key does not have the required permissions');
  expect(await look()).toBe('not said');
  refusal(401, 'invalid_request_error', 'Invalid API Key provided');
  await expect(look()).rejects.toThrow('Invalid API Key');
});

test('what Stripe sent in vain is asked for by time and by kind, twenty kinds at once, and said newest first', async () => {
  const lists = [[{ id: 'evt_1', created: 1_795_759_920 }], [{ id: 'evt_2', created: 1_795_759_980 }]];
  answer = {
    status: 200,
    get body() {
      return { object: 'list', url: '/v1/events', has_more: false, data: lists.shift() };
    },
  };
  const [from, until] = [new Date('2026-11-24T06:00:00Z'), new Date('2026-11-27T06:00:00Z')];
  expect(await listUndeliveredEvents({ secretKey: 'sk_live_a', from, until }, here)).toEqual([
    { id: 'evt_2', at: new Date(1_795_759_980_000) },
    { id: 'evt_1', at: new Date(1_795_759_920_000) },
  ]);
  for (const request of asked.slice(-2)) {
    const { pathname, searchParams } = new URL(request.split(' ')[1]!, 'http://stripe.example');
    expect(pathname).toBe('/v1/events');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      delivery_success: 'false',
      'created[gte]': String(from.getTime() / 1000),
      'created[lt]': String(until.getTime() / 1000),
    });
    const kinds = [...searchParams.keys()].filter((name) => name.startsWith('types['));
    expect(kinds.length).toBeGreaterThan(0);
    expect(kinds.length).toBeLessThanOrEqual(20);
  }
});
