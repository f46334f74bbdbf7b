import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { record, systemActor } from '../platform/audit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { readableAddress, readableHost } from '../platform/typed-address/readable.ts';
import type { Visit } from '../platform/typed-address/visit.ts';
import type { CampaignRow } from './describe-campaigns.ts';
import { campaigns } from './schema.ts';

/** An address that did not answer is looked at again after so long, before its code is paused. */
const AGAIN_MS = 9 * 60_000;
/** Of one run; and so many at once, because one that is dead is waited for. */
const MAX_ADDRESSES = 200;
const AT_ONCE = 10;

/**
 * Looks at the addresses behind the codes of running campaigns: daily, after each 500th opening (`code-redirect.ts`), and again soon after
 * one did not answer. A code whose address fails twice leads to our page until it answers again; company and staff are told once.
 */
export async function visitAddresses(deps: Dependencies): Promise<void> {
  const { db, visitAddress } = deps;
  if (!visitAddress) return;
  const now = deps.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const due = await db
    .select({ id: campaigns.id, url: campaigns.url })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.state, 'approved'),
        gt(campaigns.endsAt, now),
        or(
          isNull(campaigns.addressSeenAt),
          lt(campaigns.addressSeenAt, before(DAY_MS)),
          and(isNotNull(campaigns.addressFailedAt), lt(campaigns.addressSeenAt, before(AGAIN_MS))),
        ),
      ),
    )
    .orderBy(sql`${campaigns.addressSeenAt} nulls first`)
    .limit(MAX_ADDRESSES);
  for (let n = 0; n < due.length; n += AT_ONCE)
    await Promise.all(
      due.slice(n, n + AT_ONCE).map(async ({ id, url }) => note(deps, id, url, await visitAddress(url))),
    );
}

/** Writes down what the address of a campaign answered, if it is still the one that was visited. */
async function note(deps: Dependencies, id: string, url: string, visit: Visit): Promise<void> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
    if (!row || row.url !== url || row.state !== 'approved') return;
    const columns = addressColumns(row, visit, now);
    await tx.update(campaigns).set(columns).where(eq(campaigns.id, id));
    const { codePausedAt } = columns;
    if ((codePausedAt === null) === (row.codePausedAt === null)) return;
    await record(tx, systemActor, {
      action: codePausedAt ? 'campaigns.code-paused' : 'campaigns.code-resumed',
      on: { kind: 'campaign', id },
      after: { url, ...(visit.outcome === 'moved' && { host: visit.host }) },
    });
    if (codePausedAt === null || !row.profileId) return;
    const [company] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, row.profileId));
    const host = visit.outcome === 'moved' ? readableHost(visit.host) : null;
    const props = { name: row.name, url: readableAddress(url), host };
    const links = { own: `/account/campaigns/${id}`, desk: '/admin/campaigns?state=active' };
    const key = `campaigns.code-paused:${id}:${now.toISOString()}`;
    await queueMail(tx, deps.queue, {
      to: company!.email,
      profileId: row.profileId,
      template: 'campaigns.code-paused' as const,
      props: { ...props, link: `${deps.config.publicUrl}${links.own}` },
      idempotencyKey: key,
    });
    await queueMail(tx, deps.queue, {
      to: deps.config.superAdmin.email,
      profileId: null,
      template: 'campaigns.code-paused-desk' as const,
      props: { ...props, link: `${deps.config.publicUrl}${links.desk}` },
      idempotencyKey: `${key}:desk`,
    });
  });
}

type Known = Pick<CampaignRow, 'addressFailedAt' | 'codePausedAt'>;

/** The columns after a visit: the first failure is only noted, the second one pauses the code. */
export function addressColumns({ addressFailedAt, codePausedAt }: Known, visit: Visit, now: Date) {
  if (visit.outcome === 'answers')
    return { addressSeenAt: now, addressStatus: visit.status, addressFailedAt: null, codePausedAt: null };
  const pausedAt = addressFailedAt ? (codePausedAt ?? now) : codePausedAt;
  return {
    addressSeenAt: now,
    addressStatus: null,
    codePausedAt: pausedAt,
    addressFailedAt: addressFailedAt ?? now,
  };
}
