import { desc, eq } from 'drizzle-orm';
import type { OwnReservation } from '#domain/events/contract.ts';
import { users } from '../accounts/schema.ts';
import type { Edges } from '../app.ts';
import { reservations } from './schema.ts';
import { ticketPath } from './ticket-token.ts';

/** What was reserved with a person's address; nothing until they have proved that they read that mailbox. */
export async function ownReservations(
  edges: Edges,
  { id }: { id: string },
): Promise<{ proven: boolean; rows: OwnReservation[] }> {
  const [user] = await edges.db
    .select({ email: users.email, provenAt: users.mailboxProvenAt })
    .from(users)
    .where(eq(users.id, id));
  if (!user?.provenAt) return { proven: false, rows: [] };
  const rows = await edges.db
    .select()
    .from(reservations)
    .where(eq(reservations.email, user.email))
    .orderBy(desc(reservations.createdAt), desc(reservations.id))
    .limit(200);
  return { proven: true, rows: rows.map((row) => ({ ...row, path: ticketPath(edges, 'reservation', row.id) })) };
}
