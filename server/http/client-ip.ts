import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The address a request really came from. `hops` is the number of our own proxies in front of the server: each adds the
 * address it saw at the end of X-Forwarded-For, so only that many entries from the end are believed; with 0, none are.
 */
export function clientIp(remoteAddress: string | undefined, forwardedFor: string | null, hops: number): string {
  const seen = [...(hops > 0 && forwardedFor ? forwardedFor.split(',') : []), remoteAddress ?? ''].map(plain);
  const claimed = seen.at(-1 - Math.min(hops, seen.length - 1)) ?? '';
  return isIP(claimed) ? claimed : (seen.at(-1) ?? '');
}

/** `::ffff:10.0.0.1` is 10.0.0.1; some proxies add a port. */
function plain(address: string): string {
  const alone = address
    .trim()
    .replace(/^\[(.+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return /^::ffff:/i.test(alone) && ipaddr.isValid(alone) ? ipaddr.process(alone).toString() : alone;
}

/** The network that an address is in, as the log may say it: `203.0.113.0`, `2001:db8:1::`. */
export function shortAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return '';
  return ipaddr.IPv4.isValid(ip)
    ? ipaddr.IPv4.networkAddressFromCIDR(`${ip}/24`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${ip}/48`).toString();
}

export const isLoopback = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.parse(ip).range() === 'loopback';

/** Whether an address of the site is for this machine only. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
