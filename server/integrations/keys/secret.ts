import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'vdk_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of 256 bits and of 32 bits, in base 62. */
const LONG = 43;
const SUM = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${LONG + SUM}}$`);

/** A new key: 256 random bits and the checksum of what stands before it. */
export function newSecret(): string {
  const random = PREFIX + inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), LONG);
  return random + sumOf(random);
}

export const isKey = (token: string): boolean => token.startsWith(PREFIX);

/** Whether it was copied whole: a mistyped key is refused without asking the database. */
export const isWhole = (token: string): boolean =>
  SHAPE.test(token) && token.slice(-SUM) === sumOf(token.slice(0, -SUM));

export const endingOf = (secret: string): string => secret.slice(-4);

const sumOf = (text: string): string => inBase62(BigInt(crc32(text)), SUM);

function inBase62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}
