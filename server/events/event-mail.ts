import type { EventMailName, EventMails } from '#domain/events/mail.ts';
import type { Edges } from '../app.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail.ts';

/** `queueMail` with the event's templates and their props checked against each other. */
export const queueEventMail = <Name extends EventMailName>(
  tx: Tx,
  { queue }: Pick<Edges, 'queue'>,
  template: Name,
  to: string,
  props: EventMails[Name],
  onceKey?: string,
): Promise<void> => queueMail(tx, queue, { to, template, props: { ...props }, onceKey });
