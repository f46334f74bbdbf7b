import { company } from '#domain/company.ts';

/**
 * Where the site will be reached, for addresses that must be whole: canonical links, sharing cards, structured data.
 * Known when the site is built; without `PUBLIC_URL` it is the company's own address.
 */
const site: string = import.meta.env.PUBLIC_URL || company.site;

export const addressOf = (path: string): string => new URL(path, site).href;
