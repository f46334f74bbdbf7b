import { desc, eq } from 'drizzle-orm';
import { provenAddress } from '#domain/accounts/rules.ts';
import type { OwnReservation } from '#domain/events/contract.ts';
import { isPast } from '#domain/events/moments.ts';
import { users } from '../../auth/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { reservations } from '../schema.ts';
import { ticketPath } from '../tickets/ticket-token.ts';

/** What was reserved with a person's address; nothing until they have proved that they read that mailbox. */
export async function ownReservations(
  deps: Dependencies,
  { id }: { id: string },
): Promise<{ proven: boolean; rows: OwnReservation[] }> {
  const [user] = await deps.db
    .select({ email: users.email, mailboxProvenAt: users.mailboxProvenAt })
    .from(users)
    .where(eq(users.id, id));
  const address = user ? provenAddress(user) : null;
  if (address === null) return { proven: false, rows: [] };
  const rows = await deps.db
    .select()
    .from(reservations)
    .where(eq(reservations.email, address))
    .orderBy(desc(reservations.createdAt), desc(reservations.id))
    .limit(200);
  return {
    proven: true,
    rows: rows.map((row) => ({
      ...row,
      past: isPast(deps.config.event, row, deps.now()),
      path: ticketPath(deps, 'reservation', row.linkId),
    })),
  };
}
