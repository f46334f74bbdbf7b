import * as z from 'zod';

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** An address, or a network as `203.0.113.0/24`. */
export const isNetwork = (text: string): boolean => Network.safeParse(text).success;

/** As they are typed: one on each line, or with commas between. */
export const networksIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
