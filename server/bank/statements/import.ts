import { createHash } from 'node:crypto';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { bankAccounts } from '#domain/bank/accounts.ts';
import { type Balance, type ColumnMapping, LARGEST_STATEMENT } from '#domain/bank/statement.ts';
import type { LegalEntity } from '#domain/books/accounts.ts';
import { formatAccount } from '#domain/events/payment/bank-accounts.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { enterCardPayouts } from '../card/match-payouts.ts';
import { enterPayouts } from '../couriers/enter-payouts.ts';
import { statementBalances, statementImports, statementLines, statementMappings } from '../schema.ts';
import { matchPayments } from './match.ts';
import type { ReadPayment } from './read.ts';
import { readInThread } from './read-in-thread.ts';

/**
 * Reads a bank statement and keeps its payments, matched with what they name of the entity whose account it is. Nothing is confirmed
 * here. The same file again answers with the first import; payments that an earlier statement brought are passed over.
 */
export async function importStatement(deps: Dependencies, actor: Actor, { file, mapping, account, entities }: Brought) {
  if (file.size > LARGEST_STATEMENT) throw refuse('STATEMENT_UNREADABLE', { reason: 'large' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [earlier] = await deps.db.select().from(statementImports).where(eq(statementImports.sha256, sha256));
  if (earlier) return answerOf(entities, earlier, { already: true, fresh: 0 });

  const own = bankAccounts(deps.config.event, deps.config.transfer).filter(({ entity }) => entities.includes(entity));
  const read = await readInThread({ bytes, mapping, remembered: await rememberedMappings(deps.db) });
  if (read.kind === 'mapping') return { ...read, accounts: own };
  const { format, head, payments, header, csv = null } = read;
  if (head.account === null && account === undefined) return { kind: 'account' as const, accounts: own, csv };
  const named = head.account ?? account;
  const whose = own.find((one) => one.account === named);
  if (!whose) throw refuse('STATEMENT_OF_ANOTHER_ACCOUNT', { account: formatAccount(named!) });
  const days = payments.map(({ bookedOn }) => bookedOn).toSorted();
  const about = {
    format,
    account: whose.account,
    firstDay: days[0]!,
    lastDay: days.at(-1)!,
    lineCount: payments.length,
  };
  const same = await sameInAnotherFormat(deps.db, about, head.balances);
  if (same) return answerOf(entities, same, { already: true, fresh: 0 });

  return deps.db.transaction(async (tx) => {
    const [fresh] = await tx
      .insert(statementImports)
      .values({
        ...about,
        fileName: file.name.slice(0, 200) || format,
        sha256,
        entity: whose.entity,
        number: head.number,
        importedBy: actor.email ?? actor.id,
        importedAt: deps.now(),
      })
      .onConflictDoNothing({ target: statementImports.sha256 })
      .returning();
    if (!fresh) {
      const [other] = await tx.select().from(statementImports).where(eq(statementImports.sha256, sha256));
      return answerOf(entities, other!, { already: true, fresh: 0 });
    }
    await tx.insert(statementBalances).values(head.balances.map((balance) => ({ importId: fresh.id, ...balance })));
    const kept = await keepPayments(tx, fresh, payments);
    if (fresh.entity === 'company') {
      await enterPayouts(tx, deps, fresh.id);
      await enterCardPayouts(tx, deps, fresh.id);
    }
    if (mapping && header) await rememberMapping(tx, header, mapping, deps.now());
    await record(tx, actor, {
      action: 'events.statement-imported',
      on: { kind: 'statement', id: fresh.id },
      after: { fileName: fresh.fileName, format, lines: fresh.lineCount, fresh: kept },
    });
    return answerOf(entities, fresh, { already: false, fresh: kept });
  });
}

interface Brought {
  file: File;
  mapping?: ColumnMapping | undefined;
  /** Eighteen digits, where the file does not say. */
  account?: string | undefined;
  /** Whose statements whoever brings it may see. */
  entities: readonly LegalEntity[];
}

type ImportRow = typeof statementImports.$inferSelect;

/** The statement that was brought in another format before: of the same days, with as many lines, between the same balances. */
async function sameInAnotherFormat(
  db: DatabaseOrTransaction,
  {
    format,
    ...about
  }: Pick<ImportRow, 'account' | 'lineCount'> & { format: ImportRow['format']; firstDay: string; lastDay: string },
  balances: Balance[],
): Promise<ImportRow | null> {
  if (balances.some(({ difference }) => difference !== 0)) return null;
  const found = await db
    .select({ row: statementImports, balance: statementBalances })
    .from(statementImports)
    .innerJoin(statementBalances, eq(statementBalances.importId, statementImports.id))
    .where(
      and(
        ne(statementImports.format, format),
        eq(statementImports.account, about.account!),
        eq(statementImports.firstDay, about.firstDay),
        eq(statementImports.lastDay, about.lastDay),
        eq(statementImports.lineCount, about.lineCount),
      ),
    );
  const isSame = (theirs: { balance: typeof statementBalances.$inferSelect }[]) =>
    theirs.length === balances.length &&
    balances.every(({ currency, opening, closing }) =>
      theirs.some(
        ({ balance }) =>
          balance.currency === currency &&
          balance.difference === 0 &&
          balance.opening === opening &&
          balance.closing === closing,
      ),
    );
  const byImport = Map.groupBy(found, ({ row }) => row.id);
  return [...byImport.values()].find(isSame)?.[0]?.row ?? null;
}

function answerOf(
  entities: readonly LegalEntity[],
  row: ImportRow,
  { already, fresh }: { already: boolean; fresh: number },
) {
  if (!entities.includes(row.entity))
    throw refuse('STATEMENT_OF_ANOTHER_ACCOUNT', { account: formatAccount(row.account ?? '') });
  const { id, importedAt, lineCount } = row;
  return { kind: 'imported' as const, importId: id, already, importedAt, lines: lineCount, fresh };
}

/** One for each header that some bank's CSV had: a handful. */
async function rememberedMappings(db: DatabaseOrTransaction): Promise<Record<string, ColumnMapping>> {
  const rows = await db.select().from(statementMappings);
  return Object.fromEntries(rows.map(({ header, mapping }) => [header, mapping]));
}

async function rememberMapping(tx: Tx, header: string, mapping: ColumnMapping, savedAt: Date): Promise<void> {
  await tx
    .insert(statementMappings)
    .values({ header, mapping, savedAt })
    .onConflictDoUpdate({ target: statementMappings.header, set: { mapping, savedAt } });
}

/**
 * Answers how many of the payments are new. What an earlier statement brought stays with it, unless that one does not add up: then the
 * undecided ones come over, so that a file that was cut off can be brought again whole.
 */
async function keepPayments(
  tx: Tx,
  { id: importId, account, entity }: ImportRow,
  payments: ReadPayment[],
): Promise<number> {
  const matches = await matchPayments(tx, entity, payments);
  const seen = new Map<string, number>();
  const rows = payments.map(({ bankReference, references, orders, number, reversed, ...payment }, index) => {
    const { bookedOn, amount, currency, payer, reference, purpose, outgoing } = payment;
    const said = JSON.stringify([bookedOn, amount, currency, payer, reference, purpose, bankReference]);
    const sense = outgoing ? `${said}-` : said;
    const ordinal = seen.get(sense) ?? 0;
    seen.set(sense, ordinal + 1);
    const fingerprint = hash(`${account}${sense}#${ordinal}`);
    // As it was made before statements had accounts.
    const former = outgoing || entity !== 'organiser' ? '' : hash(`${said}#${ordinal}`);
    return { row: { ...payment, ...matches[index]!, importId, position: index + 1, fingerprint }, former };
  });
  let fresh = 0;
  for (const batch of batchesOf(rows)) {
    const here = await tx
      .select({ fingerprint: statementLines.fingerprint })
      .from(statementLines)
      .where(
        inArray(
          statementLines.fingerprint,
          batch.map(({ former }) => former),
        ),
      );
    const known = new Set(here.map(({ fingerprint }) => fingerprint));
    const wanted = batch.flatMap(({ row, former }) =>
      known.has(former) ? [] : [{ ...row, verdict: row.outgoing ? ('outgoing' as const) : ('unknown' as const) }],
    );
    if (wanted.length === 0) continue;
    const kept = await tx
      .insert(statementLines)
      .values(wanted)
      .onConflictDoNothing({ target: statementLines.fingerprint })
      .returning({ id: statementLines.id });
    fresh += kept.length;
    if (kept.length < wanted.length) await takeOver(tx, importId, wanted);
  }
  return fresh;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

async function takeOver(tx: Tx, importId: string, rows: { fingerprint: string; position: number }[]): Promise<void> {
  const brought = JSON.stringify(rows.map(({ fingerprint, position }) => ({ fingerprint, position })));
  await tx.execute(sql`
    update statement_lines line set import_id = ${importId}::uuid, position = one.position
    from jsonb_to_recordset(${brought}::jsonb) one (fingerprint text, position int)
    where line.fingerprint = one.fingerprint and line.import_id <> ${importId}::uuid and line.state in ('open', 'dismissed')
      and not exists (select from statement_balances where import_id = ${importId}::uuid and difference <> 0)
      and exists (select from statement_balances where import_id = line.import_id and difference <> 0)`);
}
