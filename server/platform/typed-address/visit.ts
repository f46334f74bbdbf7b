import { type ConnectionRules, parseTarget, sendRequestToTarget } from './target.ts';

/** What an address answers with: its status, another host that it leads to, or nothing that a visitor could use. */
export type Visit = { outcome: 'answers'; status: number } | { outcome: 'moved'; host: string } | { outcome: 'dead' };
export type VisitAddress = (url: string) => Promise<Visit>;

const SECONDS = 10;
/** Redirects to the same host that are followed. */
const MOST_STEPS = 4;
/** With these a server is there, though it does not let a program in. */
const GUARDED = [401, 403, 405, 406, 429];
const HEADERS = { 'user-agent': 'Vidik', accept: 'text/html,*/*' };

/** Opens https addresses that somebody else typed, as a browser would, and reads nothing of what they answer. */
export function openVisits(ways: ConnectionRules = {}): VisitAddress {
  return async (typed) => {
    const signal = AbortSignal.timeout(SECONDS * 1000);
    try {
      let url = parseTarget(typed, ways);
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const answer = await sendRequestToTarget(url, ways, { headers: HEADERS, signal });
        answer.destroy();
        const { statusCode: status = 0, headers } = answer;
        if (status < 300 || headers.location === undefined)
          return status < 400 || GUARDED.includes(status) ? { outcome: 'answers', status } : { outcome: 'dead' };
        const next = parseTarget(new URL(headers.location, url).href, ways);
        if (next.hostname !== url.hostname) return { outcome: 'moved', host: next.hostname };
        url = next;
      }
      return { outcome: 'dead' };
    } catch {
      return { outcome: 'dead' };
    }
  };
}
