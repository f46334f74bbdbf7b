/** A bucket, as an address names it: `s3://bucket[/prefix]?region=…&endpoint=https://…&profile=…`. */
export interface S3Address {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  region: string | null;
  /** Of a server that is not Amazon's. */
  endpoint: string | null;
  /** In the shared credentials file, where two buckets have two owners. */
  profile: string | null;
}

export const isS3 = (address: string): boolean => address.startsWith('s3://');

/** Answers with what is wrong as a sentence. Keys are never part of an address: those stand in logs, tables and histories. */
export function readS3Address(address: string): S3Address | string {
  if (!URL.canParse(address)) return 'is no address';
  const { username, password, hostname, port, pathname, searchParams } = new URL(address);
  if (username || password)
    return 'must not hold keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) || port)
    return 'must be s3://bucket, with ?endpoint=… for a server that is not Amazon’s';
  const strange = [...searchParams.keys()].find((key) => !['region', 'endpoint', 'profile'].includes(key));
  if (strange !== undefined) return `knows region, endpoint and profile, not ${strange}`;
  const endpoint = searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:\/\/[^/@]+\/?$/.test(endpoint)) return 'must have an endpoint like https://host';
  const prefix = decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
  return {
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: searchParams.get('region'),
    endpoint,
    profile: searchParams.get('profile'),
  };
}

/** For people and rows: without what only the connection needs. */
export const placeOf = ({ bucket, prefix }: S3Address): string => `s3://${bucket}/${prefix}`.replace(/\/$/, '');
