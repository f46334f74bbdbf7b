import { networkOf } from '../../platform/limits/networks.ts';

/** Where a request came from: the address and what the program calls itself. */
export interface Origin {
  ip: string;
  userAgent: string | null;
}

/**
 * The provider's network rather than the household's: the first half of an IPv4 address, a /32 of IPv6. Enough for its
 * owner to tell „at home“ from „abroad“, and the same after the provider gave the household another address.
 */
export function coarseNetwork(ip: string): string {
  const plain = ip.replace(/^::ffff:/i, '');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return `${plain.split('.').slice(0, 2).join('.')}.0.0`;
  return plain.includes(':') ? `${networkOf(plain).split(':').slice(0, 2).join(':')}::` : plain;
}

/** Of a request to the API; a request to the sign-in server is one already. */
export const originOf = ({ ip, headers }: { ip: string; headers: Headers }): Origin => ({
  ip,
  userAgent: headers.get('user-agent')?.slice(0, 300) ?? null,
});
