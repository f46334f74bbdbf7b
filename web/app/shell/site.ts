import { company } from '#domain/company.ts';
import { withoutTrailingSlashes } from '#domain/slashes.ts';

/**
 * The public address of the site, for absolute addresses: canonical links, sharing cards, structured data.
 * Known when the site is built; without `PUBLIC_URL` it is the company's own address.
 */
const site: string = import.meta.env.PUBLIC_URL || company.site;

export const absoluteAddress = (path: string): string => new URL(path, site).href;

/** The address of a file of the public bucket, on this server or on the CDN. */
export const publicFileUrl = (path: string): string =>
  `${withoutTrailingSlashes(import.meta.env.STORAGE_PUBLIC_URL ?? '') || '/storage'}/${path}`;
