import { and, asc, eq, inArray } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import { refuse } from '#domain/refuse.ts';
import { ownRewardsCopy } from '#domain/rewards/own-copy.ts';
import { statementPaper as copy } from '#domain/rewards/paper-copy.ts';
import { firstDay } from '#domain/rewards/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import type { StatementPaper } from '../../documents/paper/reward-statement.ts';
import { ownStatements } from '../../rewards/read-statements.ts';
import { rewardEntries, rewardRules } from '../../rewards/schema.ts';

/** A viewer's own statement on paper, from the lines of the book that it was closed with. */
export async function statementPdf(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  profileId: string,
  id: string,
): Promise<File> {
  const madeAt = now();
  const read = await db.transaction(
    async (tx) => {
      const statement = (await ownStatements(tx, profileId, madeAt)).find((one) => one.id === id);
      if (!statement) throw refuse('STATEMENT_OF_REWARD_GONE');
      const lines = await tx
        .select()
        .from(rewardEntries)
        .where(and(eq(rewardEntries.profileId, profileId), eq(rewardEntries.month, firstDay(statement.month))))
        .orderBy(asc(rewardEntries.day), asc(rewardEntries.tvId), asc(rewardEntries.step));
      const rules = await tx
        .select()
        .from(rewardRules)
        .where(
          inArray(
            rewardRules.id,
            lines.flatMap(({ ruleId }) => ruleId ?? []),
          ),
        )
        .orderBy(asc(rewardRules.validFrom));
      // A TV that somebody else has meanwhile has their name for it.
      const names = await tx
        .select({ id: devices.id, name: devices.name })
        .from(devices)
        .where(eq(devices.profileId, profileId));
      const [person] = await tx.select().from(profiles).where(eq(profiles.id, profileId));
      return { statement, lines, rules, names, person: person! };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const { statement, lines, rules, person } = read;
  const names = new Map(read.names.map((one) => [one.id, one.name]));
  const tvs = sumBy(lines, ({ tvId }) => tvId).map(([tvId, sums]) => ({
    name: names.get(tvId) || ownRewardsCopy.otherTv,
    ...sums,
  }));
  const days = sumBy(lines, ({ day }) => day).map(([day, sums]) => ({ day, ...sums }));
  const { drawStatement } = await import('../../documents/paper/reward-statement.ts');
  const bytes = await drawStatement({
    number: numberOf(statement),
    madeAt,
    issuer: company,
    viewer: (person.isCompany && person.companyName) || `${person.firstName} ${person.lastName}`.trim() || person.email,
    statement,
    tvs,
    days,
    corrections: lines.reduce((sum, { tvId, amount }) => (tvId === null ? sum + amount : sum), 0),
    rules,
  });
  return new File([new Uint8Array(bytes)], copy.file(statement.month), { type: 'application/pdf' });
}

const numberOf = ({ id, month }: StatementPaper['statement']): string => `N-${id.slice(0, 8).toUpperCase()}/${month}`;

type Line = typeof rewardEntries.$inferSelect;

/** In the order in which they first come; lines without that key are left out. */
function sumBy(lines: readonly Line[], keyOf: (line: Line) => string | null) {
  const sums = new Map<string, { banners: number; tvSeconds: number; amount: number }>();
  for (const line of lines) {
    const key = keyOf(line);
    if (key === null) continue;
    const sum = sums.get(key) ?? { banners: 0, tvSeconds: 0, amount: 0 };
    sums.set(key, {
      banners: sum.banners + line.banners,
      tvSeconds: sum.tvSeconds + line.tvSeconds,
      amount: sum.amount + line.amount,
    });
  }
  return [...sums];
}
