import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The only way to an address that somebody else typed. Its name is resolved once, by the connection itself, which goes to what was
 * checked and to nothing else; one address among them that is not public is enough to refuse.
 */
export interface ConnectionRules {
  /** Which IP addresses may be reached. */
  isAllowed?: (ip: string) => boolean;
  /** Whether plain http is let through, too; for a machine on which nothing but the developer's own programs runs. */
  allowsHttp?: boolean;
  /** How names become addresses; without it by `lookupInDns`, and as the machine does where more than public addresses are let through. */
  lookup?: Lookup;
  /** A certificate authority that is trusted beside the usual ones. */
  ca?: string;
}
type Lookup = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Looks a name up at the name servers themselves. `dns.lookup` holds one of two threads until it ends; the owner of a typed name could keep
 * both, and with them every other connection of this process, by a name server that does not answer.
 */
export const lookupInDns =
  (servers?: readonly string[]): Lookup =>
  (host, _, done) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then(([four, six]) => {
      const found: LookupAddress[] = [];
      if (four.status === 'fulfilled') found.push(...four.value.map((address) => ({ address, family: 4 })));
      if (six.status === 'fulfilled') found.push(...six.value.map((address) => ({ address, family: 6 })));
      done(found.length === 0 && four.status === 'rejected' ? four.reason : null, found);
    });
  };

/** `private`: it leads, or one of its addresses does, to where only we are. `scheme`: not https. `malformed`: no address at all. */
export type TargetProblem = 'malformed' | 'scheme' | 'private' | 'unknown';

class RefusedTarget extends Error {
  readonly problem: TargetProblem;
  constructor(problem: TargetProblem) {
    super(`the address is refused: ${problem}`);
    this.problem = problem;
  }
}

/** Why an attempt to reach an address was refused by us; `null`: it was not. */
export const problemOf = (error: unknown): TargetProblem | null =>
  error instanceof RefusedTarget ? error.problem : null;

/** Everything of IPv6 that is given out to networks of the public internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is one of the public internet: not private, not of this machine, not reserved, and no other spelling of one. */
export function isPublicIp(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

/** For a machine of a developer or of tests, by an explicit setting (`LOCAL_TARGETS`). */
export const isPublicOrLoopback = (ip: string): boolean =>
  isPublicIp(ip) || (ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback');

/** The address as a URL that may be asked, as far as can be said without resolving its name; throws `RefusedTarget`. */
export function parseTarget(typed: string, { isAllowed, allowsHttp = false }: ConnectionRules): URL {
  if (!URL.canParse(typed)) throw new RefusedTarget('malformed');
  const url = new URL(typed);
  // The parser has written octal, hexadecimal and decimal spellings of IPv4 as what they mean.
  const literal = literalOf(url);
  if (literal !== null && !(isAllowed ?? isPublicIp)(literal)) throw new RefusedTarget('private');
  // No name server knows it (RFC 6761, 6.3).
  if (!isAllowed && /(^|\.)localhost\.?$/.test(url.hostname)) throw new RefusedTarget('private');
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:')) throw new RefusedTarget('scheme');
  if (url.username !== '' || url.password !== '') throw new RefusedTarget('malformed');
  return url;
}

const literalOf = ({ hostname }: URL): string | null => {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) ? bare : null;
};

/** What is wrong with an address that somebody types just now; `null`: nothing, as far as its name tells today. */
export async function checkTarget(typed: string, ways: ConnectionRules): Promise<TargetProblem | null> {
  try {
    const url = parseTarget(typed, ways);
    if (literalOf(url) !== null) return null;
    await new Promise<void>((resolve, reject) =>
      checkedLookup(ways)(url.hostname, { all: true }, (error) => (error ? reject(error) : resolve())),
    );
    return null;
  } catch (error) {
    return problemOf(error) ?? 'unknown';
  }
}

/** Sends a request there and hands the answer's beginning over; whoever gets it reads or destroys it. */
export function sendRequestToTarget(
  url: URL,
  ways: ConnectionRules,
  { body, ...options }: Pick<RequestOptions, 'method' | 'headers' | 'signal'> & { body?: string },
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      // A connection of its own: one that is kept open was checked for somebody else.
      { ...options, agent: false, lookup: checkedLookup(ways), ...(ways.ca && { ca: ways.ca }) },
      resolve,
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const checkedLookup =
  ({ isAllowed, lookup = isAllowed ? systemLookup : lookupInDns() }: ConnectionRules): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const wrong =
        error ??
        (found.every(({ address }) => (isAllowed ?? isPublicIp)(address)) ? null : new RefusedTarget('private'));
      if (wrong) done(wrong, '');
      else if (options.all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
