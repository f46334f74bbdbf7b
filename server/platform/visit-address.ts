import { lookup } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What an address answers with: its status, another host that it leads to, or nothing that a visitor could use. */
export type Visit = { outcome: 'answers'; status: number } | { outcome: 'moved'; host: string } | { outcome: 'dead' };
export type VisitAddress = (url: string) => Promise<Visit>;

const SECONDS = 10;
/** Redirects to the same host that are followed. */
const MOST_STEPS = 4;
/** With these a server is there, though it does not let a program in. */
const GUARDED = [401, 403, 405, 406, 429];

/** Whether an IP address is one of the public internet: not private, not of this machine, not reserved, also not mapped into IPv6. */
export const isPublicIp = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';

interface Options {
  isAllowed?: (ip: string) => boolean;
  /** A certificate authority that is trusted beside the usual ones. */
  ca?: string;
}

/**
 * Opens https addresses that somebody else typed, as a browser would, and reads nothing of what they answer. The connection goes to the
 * very IP addresses that were allowed; one that is not allowed among them makes the address dead.
 */
export function openVisits({ isAllowed = isPublicIp, ca }: Options = {}): VisitAddress {
  const allowedLookup: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const wrong =
        error ?? (found.every(({ address }) => isAllowed(address)) ? null : new Error(`${host} is not public`));
      if (wrong) done(wrong, '');
      else if (options.all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });

  const ask = (url: URL, signal: AbortSignal) =>
    new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) && !isAllowed(literal)) throw new Error(`${literal} is not public`);
      const headers = { 'user-agent': 'Vidik', accept: 'text/html,*/*' };
      const asked = request(url, { headers, signal, lookup: allowedLookup, ...(ca && { ca }) }, (answer) => {
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
        answer.destroy();
      });
      asked.on('error', reject);
      asked.end();
    });

  return async (typed) => {
    const signal = AbortSignal.timeout(SECONDS * 1000);
    try {
      let url = new URL(typed);
      for (let step = 0; step < MOST_STEPS; step += 1) {
        if (url.protocol !== 'https:') return { outcome: 'dead' };
        const { status, location } = await ask(url, signal);
        if (status < 300 || location === undefined)
          return status < 400 || GUARDED.includes(status) ? { outcome: 'answers', status } : { outcome: 'dead' };
        const next = new URL(location, url);
        if (next.hostname !== url.hostname) return { outcome: 'moved', host: next.hostname };
        url = next;
      }
      return { outcome: 'dead' };
    } catch {
      return { outcome: 'dead' };
    }
  };
}
