import { expect, test } from 'vitest';
import { clientIp, isLoopback } from './client-ip.ts';

test.each([
  ['without a proxy, what the client claims counts for nothing', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
  ['one proxy: the address it saw', '10.0.0.2', '198.51.100.1', 1, '198.51.100.1'],
  [
    'one proxy: what the client put in front of it counts for nothing',
    '10.0.0.2',
    '6.6.6.6, 198.51.100.1',
    1,
    '198.51.100.1',
  ],
  ['two proxies', '10.0.0.2', '6.6.6.6, 198.51.100.1, 10.0.0.1', 2, '198.51.100.1'],
  ['more proxies promised than present: the farthest there is', '10.0.0.2', '198.51.100.1', 3, '198.51.100.1'],
  ['a proxy that says nothing', '10.0.0.2', null, 1, '10.0.0.2'],
  ['rubbish from the proxy', '10.0.0.2', 'unknown', 1, '10.0.0.2'],
  ['IPv4 spoken over IPv6', '::ffff:203.0.113.9', null, 0, '203.0.113.9'],
  ['an address with a port', '10.0.0.2', '198.51.100.1:4711', 1, '198.51.100.1'],
  ['IPv6 with a port', '10.0.0.2', '[2001:db8::1]:4711', 1, '2001:db8::1'],
])('%s', (_, remote, forwarded, hops, expected) => {
  expect(clientIp(remote, forwarded, hops)).toBe(expected);
});

test('loopback is this machine only', () => {
  expect(['127.0.0.1', '127.8.9.1', '::1'].every(isLoopback)).toBe(true);
  expect(['128.0.0.1', '10.0.0.1', '', '::2'].some(isLoopback)).toBe(false);
});
