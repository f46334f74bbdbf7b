import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { MINUTE_MS } from '#domain/day.ts';
import { errorLine, type Log } from '../log/log.ts';
import { mails } from '../mail.schema.ts';
import type { Mail, mailLeases, Outcome } from './mail-leases.ts';
import type { Outgoing } from './smtp.ts';

/** Pauses after the tries of one mail, in minutes; the last one again and again. */
const PAUSES = [1, 2, 5, 15, 30, 60] as const;

export function retryLater({ log, now }: { log: Log; now: () => Date }, mail: Mail, error: unknown): Outcome {
  const attempts = mail.attempts + 1;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1]!;
  log.warn({ error, mailId: mail.id, minutes: pause }, 'a mail was not sent; it will be tried again');
  return { attempts, lastError: errorLine(error), nextAttemptAt: new Date(now().getTime() + pause * MINUTE_MS) };
}

/** Until it is written: a sent mail that is not marked would be sent again. */
export async function writeOutcomeWithRetries(
  { leases, log, aborted }: { leases: ReturnType<typeof mailLeases>; log: Log; aborted: AbortSignal },
  mail: Mail,
  outcome: Outcome,
) {
  for (let pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
    try {
      return await leases.writeOutcome(mail, outcome);
    } catch (error) {
      log.error({ error, mailId: mail.id, state: outcome.state }, 'what became of a mail is not written');
      if (aborted.aborted) return;
      await sleep(pause);
    }
  }
}

/** A sent mail keeps what was read in it, unless that let its reader in somewhere. */
export function asSent({ attempts }: Mail, { html, text, message }: Outgoing, sentAt: Date): Outcome {
  const kept = message.containsCredential
    ? { props: {}, html: null, text: null }
    : { html: ifKept(html), text: ifKept(text) };
  const subject = ifKept(message.subject);
  return { state: 'sent', sentAt, attempts: attempts + 1, subject, lastError: null, ...kept };
}

/** Who is erased while their mail is on its way does not come back with the mark. */
const ifKept = (text: string): SQL => sql`case when ${mails.props} <> '{}' then ${text}::text end`;
