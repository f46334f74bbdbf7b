import { and, asc, desc, eq, gt, ilike, lt, or, sql } from 'drizzle-orm';
import type { MailRow } from '#domain/admin/contract.ts';
import { company } from '#domain/company.ts';
import type { Edges } from '../app.ts';
import { templates } from '../emails.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Reader, Tx } from '../platform/db.ts';
import { mails } from '../platform/mail.schema.ts';
import type { Letter, MailContext } from '../platform/mail.ts';
import { draw } from '../platform/send-mail.ts';

const PAGE = 50;
type Mail = typeof mails.$inferSelect;

interface Wanted {
  search?: string | undefined;
  state?: MailRow['state'] | undefined;
  after?: number | undefined;
  direction: 'asc' | 'desc';
}

export async function listMails(db: Reader, { search, state, after, direction }: Wanted) {
  const words = search && `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const [way, beyond] = direction === 'asc' ? [asc, gt] : [desc, lt];
  const [found, [trouble]] = await Promise.all([
    db
      .select()
      .from(mails)
      .where(
        and(
          state && eq(mails.state, state),
          words ? or(ilike(mails.to, words), ilike(mails.subject, words)) : undefined,
          after === undefined ? undefined : beyond(mails.number, after),
        ),
      )
      .orderBy(way(mails.number))
      .limit(PAGE + 1),
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${mails.state} = 'queued')::int`,
        failed: sql<number>`count(*) filter (where ${mails.state} = 'failed')::int`,
      })
      .from(mails)
      .where(sql`${mails.state} <> 'sent'`),
  ]);
  const page = found.slice(0, PAGE);
  return { rows: page.map(describe), next: found.length > PAGE ? page.at(-1)!.number : null, ...trouble! };
}

/** A sent mail as it went out, another as it would go out now. What opens a door is shown to nobody. */
export async function previewMail(edges: Edges, id: string) {
  const [mail] = await edges.db.select().from(mails).where(eq(mails.id, id));
  if (!mail) return null;
  const { html, text, opensDoor } = await bodyOf(edges, mail);
  return { ...describe(mail), html, text, opensDoor };
}

async function bodyOf(
  edges: Edges,
  mail: Mail,
): Promise<{ html: string | null; text: string | null; opensDoor: boolean }> {
  const nothing = { html: null, text: null };
  const forgotten = Object.keys(mail.props).length === 0;
  if (mail.html !== null || (mail.state === 'sent' && forgotten))
    return { html: mail.html, text: mail.text, opensDoor: mail.html === null };
  const write = templates[mail.template as keyof typeof templates] as
    | ((props: unknown, context: MailContext) => Letter | Promise<Letter>)
    | undefined;
  if (!write || forgotten) return { ...nothing, opensDoor: false };
  try {
    const letter = await write(mail.props, { company, config: edges.config, db: edges.db });
    if (letter.opensDoor) return { ...nothing, opensDoor: true };
    return { ...(await draw(letter, edges.config.publicUrl)), opensDoor: false };
  } catch (error) {
    edges.log.warn({ error, mailId: mail.id }, 'a mail could not be written for its preview');
    return { ...nothing, opensDoor: false };
  }
}

/** Queues a mail anew; answers with why not when it cannot be. */
export async function retryMail(
  tx: Tx,
  edges: Edges,
  actor: Actor,
  id: string,
): Promise<MailRow | 'MAIL_GONE' | 'MAIL_SENT' | 'MAIL_EMPTY'> {
  const [mail] = await tx.select().from(mails).where(eq(mails.id, id)).for('update');
  if (!mail) return 'MAIL_GONE';
  if (mail.state === 'sent') return 'MAIL_SENT';
  if (Object.keys(mail.props).length === 0) return 'MAIL_EMPTY';
  const [again] = await tx.update(mails).set({ state: 'queued', attempts: 0 }).where(eq(mails.id, id)).returning();
  await edges.queue.send(tx, 'mail.send', { mailId: id });
  await record(tx, actor, {
    action: 'mail.retried',
    on: { kind: 'mail', id },
    before: { state: mail.state, attempts: mail.attempts, lastError: mail.lastError },
    after: { state: 'queued' },
  });
  return describe(again!);
}

const describe = ({ props: _, html: __, text: ___, onceKey: ____, updatedAt: _____, ...row }: Mail): MailRow => row;
