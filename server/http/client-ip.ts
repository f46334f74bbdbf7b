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

export const isLoopback = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.parse(ip).range() === 'loopback';

/** Whether an address of the site is for this machine only. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
