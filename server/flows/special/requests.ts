import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { specialPackage } from '#domain/catalogue/catalogue.ts';
import { pages } from '#domain/pages.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { refuse } from '#domain/refuse.ts';
import { REQUESTS_SHOWN, requestableMonths } from '#domain/special/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Database, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { specialRequests } from '../../special/schema.ts';
import { specialPackageOffer } from './read-runs.ts';

const shown = {
  id: specialRequests.id,
  company: specialRequests.company,
  contact: specialRequests.contact,
  month: sql<string>`to_char(${specialRequests.month}, 'YYYY-MM')`,
  message: specialRequests.message,
  madeAt: specialRequests.madeAt,
  answer: specialRequests.answer,
  answeredAt: specialRequests.answeredAt,
  closedAt: specialRequests.closedAt,
};

export const ownSpecialRequests = (db: Database, profileId: string) =>
  db
    .select(shown)
    .from(specialRequests)
    .where(eq(specialRequests.profileId, profileId))
    .orderBy(desc(specialRequests.madeAt), desc(specialRequests.id))
    .limit(REQUESTS_SHOWN);

/** Those that are not closed: first what nobody has answered, then the oldest. */
export const openSpecialRequests = (db: Database) =>
  db
    .select({ ...shown, companyId: specialRequests.profileId, email: profiles.email })
    .from(specialRequests)
    .innerJoin(profiles, eq(profiles.id, specialRequests.profileId))
    .where(isNull(specialRequests.closedAt))
    .orderBy(sql`${specialRequests.answeredAt} is not null`, asc(specialRequests.madeAt), asc(specialRequests.id))
    .limit(REQUESTS_SHOWN);

interface PackageRequest {
  id: string;
  company: string;
  contact: string;
  month: string;
  message: string;
}

/** Takes a company's request while the package is not sold; staff are told by mail. */
export async function requestPackage(
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { id, month, ...words }: PackageRequest,
): Promise<void> {
  const [known] = await deps.db.select().from(specialRequests).where(eq(specialRequests.id, id));
  if (known?.profileId === profileId) return;
  if ((await specialPackageOffer(deps)).isSold) throw refuse('SPECIAL_SOLD_AGAIN');
  const madeAt = deps.now();
  if (!requestableMonths(dayOf(madeAt)).includes(month)) throw refuse('SPECIAL_REQUEST_MONTH');
  await deps.db.transaction(async (tx) => {
    const made = await tx
      .insert(specialRequests)
      .values({ id, profileId, month: `${month}-01`, ...words, madeAt })
      .onConflictDoNothing()
      .returning({ id: specialRequests.id });
    if (made.length === 0) {
      const [again] = await tx
        .select({ id: specialRequests.id })
        .from(specialRequests)
        .where(and(eq(specialRequests.id, id), eq(specialRequests.profileId, profileId)));
      if (again) return;
      throw refuse('SPECIAL_REQUEST_WAITS');
    }
    // What was chosen before registering has led here, and leads nowhere any more.
    await tx
      .update(profiles)
      .set({ chosenProduct: null })
      .where(and(eq(profiles.id, profileId), eq(profiles.chosenProduct, specialPackage.name)));
    await record(tx, actor, { action: 'special.requested', on: { kind: 'profile', id: profileId }, after: { month } });
    const { publicUrl, superAdmin } = deps.config;
    await queueMail(tx, deps.queue, {
      to: superAdmin.email,
      profileId: null,
      template: 'special.requested',
      props: { ...words, month, link: publicUrl + pages.adminCampaigns.path },
      idempotencyKey: `special.requested:${id}`,
    });
  });
}

/** An open request, held for the transaction. */
async function lockRequest(tx: Tx, id: string) {
  const [row] = await tx.select().from(specialRequests).where(eq(specialRequests.id, id)).for('update');
  if (!row) throw refuse('SPECIAL_REQUEST_GONE');
  return row;
}

/** The company reads the words as they are, in a mail and on the page of the package. The same words again are the same answer. */
export async function answerSpecialRequest(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, answer }: { id: string; answer: string },
): Promise<void> {
  const row = await lockRequest(tx, id);
  if (row.closedAt) throw refuse('SPECIAL_REQUEST_GONE');
  if (row.answer === answer) return;
  if (row.answeredAt) throw refuse('SPECIAL_REQUEST_ANSWERED');
  await tx
    .update(specialRequests)
    .set({ answer, answeredAt: deps.now(), answeredBy: actor.id })
    .where(eq(specialRequests.id, id));
  const { profileId, month } = row;
  await record(tx, actor, {
    action: 'special.request-answered',
    on: { kind: 'profile', id: profileId },
    after: { month: month.slice(0, 7), answer },
  });
  const [company] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, profileId));
  await queueMail(tx, deps.queue, {
    to: company!.email,
    profileId,
    template: 'special.request-answered',
    props: { month: month.slice(0, 7), answer, link: deps.config.publicUrl + purchasePath(specialPackage) },
    idempotencyKey: `special.request-answered:${id}`,
  });
}

/** Takes a request from the list, whether it was answered or not. */
export async function closeSpecialRequest(tx: Tx, { now }: Dependencies, actor: Actor, id: string): Promise<void> {
  const row = await lockRequest(tx, id);
  if (row.closedAt) return;
  await tx.update(specialRequests).set({ closedAt: now(), closedBy: actor.id }).where(eq(specialRequests.id, id));
  await record(tx, actor, {
    action: 'special.request-closed',
    on: { kind: 'profile', id: row.profileId },
    after: { month: row.month.slice(0, 7) },
  });
}
