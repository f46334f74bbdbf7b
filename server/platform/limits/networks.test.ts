import { expect, test } from 'vitest';
import { networkOf, networksOf } from './networks.ts';

test('an IPv6 address belongs to a /64, a /56 and a /48, however it is written', () => {
  for (const ip of [
    '2001:db8:1:1234:aaaa::1',
    '2001:0db8:0001:1234:ffff:0:0:1',
    '2001:db8:1:1234::',
    '2001:db8:1:1234::5%eth0',
  ])
    expect(networksOf(ip).map(({ name }) => name)).toEqual([
      '2001:db8:1:1234::/64',
      '2001:db8:1:1200::/56',
      '2001:db8:1::/48',
    ]);
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});

test('wider networks are allowed more', () => {
  expect(networksOf('2001:db8::1').map(({ times }) => times)).toEqual([1, 4, 16]);
});

test('an IPv4 address is a network by itself, also inside an IPv6 one', () => {
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7']) expect(networksOf(ip)).toEqual([{ name: ip, times: 1 }]);
});
