import { company } from '#domain/company.ts';
import { pages } from '#domain/pages.ts';
import type { Edges } from '../app.ts';
import { templates } from '../emails.ts';
import { auditLog } from '../platform/audit.schema.ts';
import type { Tx } from '../platform/db.ts';
import { insertRows } from '../platform/insert-rows.ts';
import { mails } from '../platform/mail.schema.ts';
import type { MailName, MailProps } from '../platform/mail.ts';
import { draw } from '../platform/send-mail.ts';
import { type Chance, idOf } from './chance.ts';
import type { Crowd } from './crowd.ts';
import type { Trade } from './trade.ts';

type Entry = typeof auditLog.$inferInsert & { at: Date };

/** Who did what in that year: approvals, labels, payments, vouchers, by the rules of server/platform/audit.ts. */
export async function writeAudit(
  tx: Tx,
  chance: Chance,
  now: Date,
  { members, companies }: Crowd,
  { orders, vouchers }: Trade,
  admin: { id: string; email: string },
) {
  const by = { actor: admin.id, actorEmail: admin.email };
  const entries: Entry[] = [];
  for (const { id, createdAt } of [...members.slice(-300), ...companies]) {
    const on = { subjectKind: 'profile', subjectId: id };
    entries.push({
      ...on,
      actor: id,
      action: 'accounts.signed-up',
      after: { waiting: true, referred: true },
      at: createdAt,
    });
    const at = new Date(Math.min(now.getTime(), createdAt.getTime() + chance.between(10, 900) * 60_000));
    entries.push({
      ...by,
      ...on,
      action: 'accounts.approved',
      before: { waiting: true },
      after: { waiting: false },
      at,
    });
  }
  for (const { id, isInstaller, isPartner, createdAt } of members) {
    if (!isInstaller && !isPartner) continue;
    const label = isInstaller ? 'isInstaller' : 'isPartner';
    const at = new Date(Math.min(now.getTime(), createdAt.getTime() + 3 * 86_400_000));
    const change = { before: { [label]: false }, after: { [label]: true } };
    entries.push({ ...by, subjectKind: 'profile', subjectId: id, action: 'accounts.role-changed', ...change, at });
  }
  for (const order of orders.slice(-200))
    if (order.paidAt)
      entries.push({
        actor: 'stripe',
        subjectKind: 'order',
        subjectId: order.id,
        action: 'orders.paid',
        before: { status: 'pending' },
        after: { status: 'paid', amount: order.amount, currency: order.currency },
        at: order.paidAt,
      });
  for (const [batch, codes] of Map.groupBy(vouchers, (voucher) => voucher.batch!))
    entries.push({
      ...by,
      subjectKind: 'voucher batch',
      subjectId: batch,
      action: 'vouchers.issued',
      after: { count: codes.length, bannerCount: codes[0]!.bannerCount, note: codes[0]!.note },
      at: codes[0]!.createdAt!,
    });
  entries.sort((one, other) => one.at.getTime() - other.at.getTime());
  await insertRows(tx, auditLog, entries);
}

/** The last mails of the year as they were written, and two that a mail server would not take. */
export async function writeMails(tx: Tx, edges: Pick<Edges, 'config' | 'db'>, now: Date, crowd: Crowd, trade: Trade) {
  const { publicUrl } = edges.config;
  const written: (typeof mails.$inferInsert & { createdAt: Date })[] = [];
  async function write<Name extends MailName>(to: string, template: Name, props: MailProps[Name], createdAt: Date) {
    const make = templates[template] as (props: unknown, context: unknown) => Parameters<typeof draw>[0];
    const letter = await make(props, { company, config: edges.config, db: edges.db });
    written.push({
      id: idOf(`mail ${template} ${to} ${createdAt.getTime()}`),
      to,
      template,
      props: props as Record<string, unknown>,
      subject: letter.subject,
      ...(await draw(letter, publicUrl)),
      state: 'sent',
      attempts: 1,
      sentAt: new Date(createdAt.getTime() + 2_000),
      createdAt,
      updatedAt: createdAt,
    });
  }

  for (const [number, order] of [...trade.orders.entries()].slice(-40)) {
    if (!order.paidAt || order.kind !== 'device') continue;
    const { productName, amount, email, delivery = null } = order;
    const sale = {
      number: 1001 + number,
      productName,
      amount,
      currency: 'EUR',
      paidAt: order.paidAt.toISOString(),
      delivery,
    };
    await write(email, 'orders.paid', { ...sale, link: `${publicUrl}${pages.account.path}#narudzbine` }, order.paidAt);
  }
  for (const member of crowd.members.slice(-25))
    await write(
      member.email,
      'accounts.approved',
      { email: member.email, link: `${publicUrl}${pages.auth.path}` },
      new Date(Math.min(now.getTime(), member.createdAt.getTime() + 3_600_000)),
    );
  for (const { email, firstName, lastName, username, phone, city, country, createdAt } of crowd.waiting)
    await write(
      email,
      'accounts.registration-received',
      { firstName: firstName!, lastName: lastName!, username, phone: phone!, city: city!, country: country! },
      createdAt,
    );
  written.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  for (const mail of written.slice(-12, -10))
    Object.assign(mail, { state: 'failed', sentAt: null, attempts: 8, lastError: 'Error: 550 mailbox unavailable' });
  await insertRows(tx, mails, written);
}
