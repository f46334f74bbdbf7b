import { company } from '#domain/company.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { mailCopy as words } from '#domain/events/mail-copy.ts';
import { pages } from '#domain/pages.ts';
import type { Dependencies } from '../dependencies.ts';
import { templates } from '../emails.ts';
import {
  instructionsFor,
  instructionsMailProps,
  type ReservationRow,
  reservationMailProps,
} from '../events/describe.ts';
import { describeTicket } from '../events/tickets/tickets.ts';
import { erasedBy } from '../flows/people/close-account.ts';
import { statementMailProps } from '../orders/withdrawal/withdraw.ts';
import type { Tx } from '../platform/db.ts';
import type { MailContext, MailMessage, MailName, MailProps } from '../platform/mail/mail.ts';
import { mails } from '../platform/mail.schema.ts';
import { insertAll } from './insert-all.ts';
import type { Profile } from './population.ts';
import type { SeedRecord } from './seed-record.ts';
import { numberInvoices, retryAt } from './seeded-advertising.ts';
import { idOf } from './seeded-random.ts';

type MailDeps = Pick<Dependencies, 'config' | 'db' | 'tokens'>;
interface Wanted {
  to: string;
  at: Date;
  template: MailName;
  props: MailProps[MailName];
  /** The order it is about. */
  orderId?: string;
  /** Known without drawing the tickets and payment codes that come with it. */
  subject?: string;
}
const mail = <Name extends MailName>(
  to: string,
  at: Date,
  template: Name,
  props: MailProps[Name],
  orderId?: string,
): Wanted => ({ to, at, template, props, ...(orderId && { orderId }) });

/** Every mail of that year, sent; two of them a mailbox would not take. None waits, so a server that starts sends none. */
export async function writeMails(tx: Tx, deps: MailDeps, year: SeedRecord): Promise<void> {
  const wanted = [
    ...toPeople(deps, year),
    ...aboutOrders(deps, year),
    ...aboutWithdrawals(deps, year),
    ...toCompanies(deps, year),
    ...toMembers(deps, year),
    ...toVisitors(deps, year),
  ];
  wanted.sort((one, other) => one.at.getTime() - other.at.getTime());
  const context: MailContext = { company, config: deps.config, db: deps.db };
  const subjects = await Promise.all(
    wanted.map(async ({ template, props, subject }) => {
      if (subject) return subject;
      const write = templates[template] as (props: unknown, context: MailContext) => MailMessage | Promise<MailMessage>;
      return (await write(props, context)).subject;
    }),
  );
  const refused = new Set([wanted.length - 9, wanted.length - 31]);
  const { members, companies, waiting } = year.population;
  const accounts = new Map([...members, ...companies, ...waiting].map(({ id, email }) => [email, id]));
  await insertAll(
    tx,
    mails,
    wanted.map(({ to, at, template, props, orderId = null }, n) => ({
      id: idOf(`mail ${n}`),
      to,
      profileId: isTicket(template) ? null : (accounts.get(to) ?? null),
      orderId,
      template,
      // Sent mails that open something keep nothing, like everywhere.
      props: (isTicket(template) && !refused.has(n) ? {} : props) as unknown as Record<string, unknown>,
      subject: subjects[n]!,
      ...(refused.has(n)
        ? {
            state: 'failed' as const,
            attempts: 1,
            lastError: 'Recipient command failed: 550 5.1.1 mailbox unavailable',
          }
        : { state: 'sent' as const, attempts: 1, sentAt: new Date(at.getTime() + 1_500) }),
      createdAt: at,
      updatedAt: at,
    })),
  );
}

/** To guests, with the link of their reservation or tickets. */
const isTicket = (template: MailName) => template.startsWith('events.');

/** Why one member has to leave. */
export const NOTICE_REASON = 'Uređaj je više puta prijavljen na tuđem televizoru.';

function toPeople({ config }: MailDeps, { population }: SeedRecord): Wanted[] {
  const { members, companies, waiting, approvedAt, noticeAt } = population;
  const applicant = ({ firstName, lastName, username, phone, city, country, companyName }: Profile) => ({
    firstName,
    lastName,
    username,
    phone: phone ?? '',
    city: city ?? '',
    country: country ?? '',
    companyName: companyName ?? null,
  });
  return [
    ...[...companies, ...waiting].flatMap((person) => {
      const { id, email, createdAt } = person;
      return [
        mail(email, createdAt, 'accounts.registration-received', applicant(person)),
        mail(config.superAdmin.email, createdAt, 'accounts.registration-waiting', {
          ...applicant(person),
          id,
          email,
        }),
      ];
    }),
    ...members.flatMap(({ email, closedAt, terminatesAt }) => [
      ...(closedAt
        ? [
            mail(email, closedAt, 'accounts.closed', {
              email,
              at: closedAt.toISOString(),
              erasedBy: erasedBy(closedAt).toISOString(),
            }),
          ]
        : []),
      ...(terminatesAt
        ? [
            mail(email, noticeAt, 'accounts.notice', {
              email,
              endsAt: terminatesAt.toISOString(),
              reason: NOTICE_REASON,
            }),
          ]
        : []),
    ]),
    ...companies.map(({ id, email }) =>
      mail(email, approvedAt.get(id)!, 'accounts.approved', { email, link: `${config.publicUrl}${pages.auth.path}` }),
    ),
  ];
}

const accountLink = ({ config }: MailDeps, part: string) => `${config.publicUrl}${pages.account.path}#${part}`;

function aboutOrders(deps: MailDeps, { orders }: SeedRecord): Wanted[] {
  return orders.flatMap((order) => {
    const { id, email, number, productName, amount, currency = 'EUR', kind, delivery, paidAt } = order;
    if (!paidAt) return [];
    const sale = { number, productName, amount, currency, paidAt: paidAt.toISOString(), delivery };
    const adminPage = (kind === 'device' ? pages.adminSales : pages.adminSubscriptions).path;
    const link = accountLink(deps, kind === 'device' ? 'narudzbine' : 'reklame');
    return [
      mail(
        deps.config.superAdmin.email,
        paidAt,
        'orders.new-sale',
        { ...sale, email, link: `${deps.config.publicUrl}${adminPage}` },
        id,
      ),
      ...(kind === 'device' ? [mail(email, paidAt, 'orders.paid', { ...sale, link }, id)] : []),
      ...(kind === 'special' ? [mail(email, paidAt, 'advertising.special-started', { ...sale, link }, id)] : []),
    ];
  });
}

const aboutWithdrawals = ({ config }: MailDeps, { left }: SeedRecord): Wanted[] =>
  left.flatMap((stated) => {
    const { order, statedAt } = stated;
    const { buyer, admin } = statementMailProps(
      config,
      { ...order, currency: order.currency ?? 'EUR', refunded: 0 },
      stated,
    );
    return [
      mail(order.email, statedAt, 'orders.withdrawn', buyer, order.id),
      mail(config.superAdmin.email, statedAt, 'orders.withdrawal-came', admin, order.id),
    ];
  });

function toCompanies(deps: MailDeps, { campaigns }: SeedRecord): Wanted[] {
  const { periods, subscriptions } = campaigns;
  const link = accountLink(deps, 'reklame');
  const known = new Set<string>();
  const paid = numberInvoices(periods).flatMap((period) => {
    const { email, packageName, bannerCount, tvSeconds, amount, currency, subscriptionId, createdAt } = period;
    if (!subscriptionId) return [];
    const first = !known.has(subscriptionId);
    known.add(subscriptionId);
    return [
      mail(email, createdAt, first ? 'advertising.started' : 'advertising.renewed', {
        packageName,
        bannerCount,
        tvSeconds,
        amount,
        currency,
        paidAt: createdAt.toISOString(),
        nextPaymentAt: period.periodEnd!.toISOString(),
        invoiceNumber: period.invoiceNumber ?? null,
        link,
      }),
    ];
  });
  const turned = subscriptions.flatMap(({ company: { email }, product, fate, turnedAt, paidUntil }) => {
    if (!turnedAt) return [];
    if (fate === 'past due')
      return [
        mail(email, turnedAt, 'advertising.payment-failed', {
          packageName: product.name,
          ...product.price,
          nextAttemptAt: new Date(retryAt(paidUntil) * 1000).toISOString(),
          link,
        }),
      ];
    const endsOn = new Date(paidUntil * 1000).toISOString();
    return [mail(email, turnedAt, 'advertising.cancelled', { packageName: product.name, endsOn, link })];
  });
  return [...paid, ...turned];
}

function toMembers(deps: MailDeps, { tvs, people, campaigns }: SeedRecord): Wanted[] {
  const balances = new Map<string, number>();
  const redeemed = campaigns.entries.flatMap(({ profileId, unit, reason, reference, delta, createdAt }) => {
    if (unit !== 'banner') return [];
    const balance = (balances.get(profileId) ?? 0) + delta;
    balances.set(profileId, balance);
    if (reason !== 'voucher') return [];
    const props = { code: reference, at: createdAt.toISOString(), bannerCount: delta, balance };
    return [mail(people.get(profileId)!.email, createdAt, 'vouchers.redeemed', props)];
  });
  const linked = tvs.map(({ profileId, number, linkedAt }) =>
    mail(people.get(profileId)!.email, linkedAt, 'devices.linked', {
      number: formatPairingNumber(number),
      at: linkedAt.toISOString(),
      seenFrom: null,
      link: accountLink(deps, 'televizori'),
    }),
  );
  return [...redeemed, ...linked];
}

function toVisitors(deps: MailDeps, { places, tickets }: SeedRecord): Wanted[] {
  const issued = Map.groupBy(tickets, ({ reservationId }) => reservationId);
  return places.flatMap((place): Wanted[] => {
    const row = { arrived: 0, linkId: place.id, ...place } as ReservationRow;
    const about = reservationMailProps(deps, row);
    const toPay = { ...about, instructions: instructionsMailProps(instructionsFor(deps, row)) };
    const { email, createdAt, remindedAt, confirmedAt } = place;
    return [
      { ...mail(email, createdAt, 'events.reserved', toPay), subject: words.reserved.subject(place.number) },
      ...(remindedAt
        ? [{ ...mail(email, remindedAt, 'events.reminder', toPay), subject: words.reminder.subject(place.number) }]
        : []),
      ...(confirmedAt
        ? [
            {
              ...mail(email, confirmedAt, 'events.confirmed', {
                ...about,
                tickets: issued.get(place.id)!.map((ticket) => {
                  const { code, position, count, link } = describeTicket(deps, place.number, ticket);
                  return { code, position, count, link };
                }),
              }),
              subject: words.confirmed.subject(place.number),
            },
          ]
        : []),
    ];
  });
}
