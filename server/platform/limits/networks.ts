import ipaddr from 'ipaddr.js';
import { IPV6_LIMIT_MULTIPLIERS } from '#domain/limits.ts';

export interface Network {
  name: string;
  /** How many times as much it is allowed as a single household. */
  times: number;
}

/**
 * The networks an address belongs to, the narrowest first: an IPv4 address is one by itself, an IPv6 address belongs to a
 * /64, a /56 and a /48.
 */
export function networksOf(ip: string): [Network, ...Network[]] {
  if (!ipaddr.IPv6.isValid(ip) || ip.startsWith('::ffff:')) return [{ name: ip, times: 1 }];
  const groups = ipaddr.IPv6.parse(ip).parts;
  const upTo = (bits: 64 | 56 | 48): Network => ({
    name: `${groups
      .slice(0, Math.ceil(bits / 16))
      .map((group, at) => (bits === 56 && at === 3 ? group & 0xff00 : group).toString(16))
      .join(':')}::/${bits}`,
    times: IPV6_LIMIT_MULTIPLIERS[bits],
  });
  return [upTo(64), upTo(56), upTo(48)];
}

/** The network that people who share a router share: what "the same network" means wherever it is asked. */
export const networkOf = (ip: string): string => networksOf(ip)[0].name;
