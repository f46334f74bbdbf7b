import { domainToUnicode } from 'node:url';

/** A host as people write it, „пекара.срб“, not as programs do, „xn--80aa…“. */
export const readableHost = (host: string): string => domainToUnicode(host) || host;

/** The same of a whole address; what is none stays as it is. */
export function readableAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname } = new URL(url);
  return url.replace(hostname, () => readableHost(hostname));
}
