import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type ColumnMapping, LARGEST_STATEMENT } from '#domain/bank/statement.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { statementImports, statementLines, statementMappings } from '../schema.ts';
import { matchPayments } from './match.ts';
import type { ReadPayment } from './read.ts';
import { readInThread } from './read-in-thread.ts';

const CHUNK = 1_000;

/**
 * Reads a bank statement and keeps its incoming payments, matched with the reservations they name. Nothing is confirmed
 * here. The same file again answers with the first import; payments that an earlier statement brought are passed over.
 */
export async function importStatement(
  deps: Dependencies,
  actor: Actor,
  { file, mapping }: { file: File; mapping?: ColumnMapping },
) {
  if (file.size > LARGEST_STATEMENT) throw refuse('STATEMENT_UNREADABLE', { reason: 'large' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [earlier] = await deps.db.select().from(statementImports).where(eq(statementImports.sha256, sha256));
  if (earlier) return imported(earlier, { already: true, fresh: 0 });

  const read = await readInThread({ bytes, mapping, remembered: await rememberedMappings(deps.db) });
  if (read.kind === 'mapping') return read;
  const { format, payments, header } = read;

  return deps.db.transaction(async (tx) => {
    const [fresh] = await tx
      .insert(statementImports)
      .values({
        fileName: file.name.slice(0, 200) || format,
        sha256,
        format,
        lineCount: payments.length,
        importedBy: actor.email ?? actor.id,
        importedAt: deps.now(),
      })
      .onConflictDoNothing({ target: statementImports.sha256 })
      .returning();
    if (!fresh) {
      const [other] = await tx.select().from(statementImports).where(eq(statementImports.sha256, sha256));
      return imported(other!, { already: true, fresh: 0 });
    }
    const kept = await keepPayments(tx, fresh.id, payments);
    if (mapping && header) await rememberMapping(tx, header, mapping, deps.now());
    await record(tx, actor, {
      action: 'events.statement-imported',
      on: { kind: 'statement', id: fresh.id },
      after: { fileName: fresh.fileName, format, lines: fresh.lineCount, fresh: kept },
    });
    return imported(fresh, { already: false, fresh: kept });
  });
}

const imported = (
  { id, importedAt, lineCount }: typeof statementImports.$inferSelect,
  { already, fresh }: { already: boolean; fresh: number },
) => ({ kind: 'imported' as const, importId: id, already, importedAt, lines: lineCount, fresh });

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

/** Answers how many of the payments are new. */
async function keepPayments(tx: Tx, importId: string, payments: ReadPayment[]): Promise<number> {
  const matches = await matchPayments(tx, payments);
  const seen = new Map<string, number>();
  const rows = payments.map(({ bankReference, references, number, ...payment }, index) => {
    const said = JSON.stringify([...Object.values(payment), bankReference]);
    const ordinal = seen.get(said) ?? 0;
    seen.set(said, ordinal + 1);
    const fingerprint = createHash('sha256').update(`${said}#${ordinal}`).digest('hex');
    return { ...payment, ...matches[index]!, importId, position: index + 1, fingerprint };
  });
  let fresh = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const kept = await tx
      .insert(statementLines)
      .values(rows.slice(from, from + CHUNK))
      .onConflictDoNothing({ target: statementLines.fingerprint })
      .returning({ id: statementLines.id });
    fresh += kept.length;
  }
  return fresh;
}
