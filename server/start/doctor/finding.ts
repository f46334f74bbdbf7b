import { DAY_MS } from '#domain/day.ts';

/** What the doctor has found out about one thing. */
export interface Finding {
  what: string;
  /** `note`: works, and should be known. */
  state: 'good' | 'note' | 'bad';
  says: string;
}

export const good = (what: string, says: string): Finding => ({ what, state: 'good', says });
export const note = (what: string, says: string): Finding => ({ what, state: 'note', says });
export const bad = (what: string, says: string): Finding => ({ what, state: 'bad', says });

/** Certificates are renewed a month before they end: less is late, and two weeks are the last moment. */
export function untilItEnds(what: string, says: string, end: Date, now: Date): Finding {
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  const until = `${says} until ${end.toISOString().slice(0, 10)} (${days} days)`;
  return days < 14 ? bad(what, until) : days < 25 ? note(what, until) : good(what, until);
}

/** No check is waited for longer. Milliseconds. */
const LONGEST_MS = 15_000;

/** What a check finds; what it throws is bad, and so is no answer in time. */
export async function runCheck(
  what: string,
  check: () => Promise<Finding[]>,
  longestMs: number = LONGEST_MS,
): Promise<Finding[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([bad(what, `no answer in ${longestMs / 1000} s`)]), longestMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return [bad(what, sentenceOf(error))];
  } finally {
    clearTimeout(timer);
  }
}

/** An error in one line; one that stands for several tries names the first. */
export function sentenceOf(error: unknown): string {
  const first = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const message = first instanceof Error ? first.message || first.name : String(first);
  return message.split('\n')[0]!.trim();
}

/** The findings as a table, without any of the secrets. */
export function tableOf(findings: readonly Finding[], secrets: readonly string[]): string {
  const marks = { good: 'ok', note: 'note', bad: 'BAD' };
  const widest = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(({ what, state, says }) => `${marks[state].padEnd(5)} ${what.padEnd(widest)}  ${says}`);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), lines.join('\n'));
}

/** Values of the environment that nobody may read: keys, each of several, passwords, and those inside of addresses. */
export function secretsOf(env: Record<string, string | undefined>): string[] {
  const found = Object.entries(env).flatMap(([name, value]) => {
    if (!value) return [];
    if (/(WEBHOOK_SECRET|SEALING_KEY)/.test(name)) return [value, ...value.split(',').map((one) => one.trim())];
    if (/(SECRET|PASSWORD|PASSPHRASE|TOKEN)/.test(name)) return [value];
    return passwordsIn(value).flatMap((inside) => [inside, decoded(inside)]);
  });
  return found.filter((one) => one.length > 2).toSorted((a, b) => b.length - a.length);
}

/** Of `scheme://user:password@host` and `?password=…`; whoever forgets to write signs as `%40` has more of them in the first. */
function passwordsIn(address: string): string[] {
  const [begin, end] = [address.indexOf('://'), address.lastIndexOf('@')];
  if (begin < 0) return [];
  const [, ...first] = end < begin ? [] : address.slice(begin + 3, end).split(':');
  const [, named] = /[?&]password=([^&#]*)/.exec(address) ?? [];
  return [...(first.length > 0 ? [first.join(':')] : []), ...(named ? [named] : [])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
