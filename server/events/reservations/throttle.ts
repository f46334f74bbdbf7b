import type { LimitName } from '#domain/limits.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limitsOf } from '../../limits.ts';

interface Attempt {
  ip: string;
  email: string;
  /** The reservation this one changes; `null` for a new one. */
  changes: { key: string; email: string } | null;
}

/** Anybody may reserve for any address, so what makes a mail is counted; the minute before the day, which lasts longer. */
export async function takeReservationLimits(deps: Dependencies, { ip, email, changes }: Attempt): Promise<void> {
  const limits = limitsOf(deps, 'events.reserve', { ip }, tooMany);
  await limits.consume('reservations');
  await limits.consume('reservation mails', email);
  if (changes?.email !== email) await limits.consume('reservations for an address', email);
  if (changes) await limits.consume('changes of a reservation', changes.key);
}

const tooMany = (_name: LimitName, seconds: number) =>
  refuse('TOO_MANY_RESERVATIONS', { minutes: Math.ceil(seconds / 60), seconds });
