import type { IncomingMessage } from 'node:http';
import {
  type ConnectionRules,
  checkTarget,
  parseTarget,
  problemOf,
  sendRequestToTarget,
  type TargetProblem,
} from './target.ts';

/** What became of something sent: an answer, or why there is none. `body` is its beginning as text, two kilobytes at most. */
export type PostResult =
  | { outcome: 'answered' | 'redirected'; status: number; body: string; ms: number }
  | { outcome: 'late' | 'unreachable' | 'refused'; ms: number; reason: string };

/** Sends to addresses that somebody typed. */
export interface PostSender {
  /** Before it is kept: what is wrong with an address; `null`: nothing. */
  problem(url: string): Promise<TargetProblem | null>;
  /** Sends once, follows no redirect and ends within ten seconds whatever the other side does. Never throws. */
  send(url: string, headers: Record<string, string>, body: string): Promise<PostResult>;
}

const MOST_BYTES = 2048;

export function openPosts(ways: ConnectionRules = {}, { limitMs = 10_000 } = {}): PostSender {
  return {
    problem: (url) => checkTarget(url, ways),
    async send(typed, headers, body) {
      const began = performance.now();
      const ms = () => Math.round(performance.now() - began);
      const signal = AbortSignal.timeout(limitMs);
      try {
        const answer = await sendRequestToTarget(parseTarget(typed, ways), ways, {
          method: 'POST',
          headers,
          body,
          signal,
        });
        const { statusCode: status = 0 } = answer;
        const answered = { status, body: await readAnswerStart(answer), ms: ms() };
        return { outcome: status >= 300 && status < 400 ? 'redirected' : 'answered', ...answered };
      } catch (error) {
        if (signal.aborted) return { outcome: 'late', ms: ms(), reason: '' };
        const problem = problemOf(error);
        if (problem === null) return { outcome: 'unreachable', ms: ms(), reason: codeOf(error) };
        return { outcome: 'refused', ms: ms(), reason: problem };
      }
    },
  };
}

/** Of an answer that does not end in time, what came until then: its status has been said. */
async function readAnswerStart(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= MOST_BYTES) break;
    }
  } catch {
    // What came is what there is.
  }
  answer.destroy();
  return Buffer.concat(parts).subarray(0, MOST_BYTES).toString('utf8').replaceAll('\0', '');
}

/** `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED`: nothing of what the other side says. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
