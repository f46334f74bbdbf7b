import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  type ColumnMapping,
  LARGEST_STATEMENT,
  MOST_LINES,
  type StatementFormat,
  type StatementPayment,
} from '#domain/events/statement.ts';
import type { Edges } from '../../app.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { refuse } from '../refuse.ts';
import { statementImports, statementLines, statementMappings } from '../schema.ts';
import { decodeStatement } from './decode.ts';
import { matchPayments } from './match.ts';
import { parseCamt } from './parse-camt.ts';
import { csvPayments, readCsv, suggestMapping } from './parse-csv.ts';
import { parseMt940 } from './parse-mt940.ts';

const SAMPLE_ROWS = 4;
const CHUNK = 1_000;

/**
 * Reads a bank statement and keeps its incoming payments, matched with the reservations they name. Nothing is confirmed
 * here. The same file again answers with the first import; payments that an earlier statement brought are passed over.
 */
export async function importStatement(
  edges: Edges,
  actor: Actor,
  { file, mapping }: { file: File; mapping?: ColumnMapping },
) {
  if (file.size > LARGEST_STATEMENT) throw refuse('STATEMENT_UNREADABLE', { reason: 'large' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [earlier] = await edges.db.select().from(statementImports).where(eq(statementImports.sha256, sha256));
  if (earlier) return imported(earlier, { already: true, fresh: 0 });

  const text = decodeStatement(bytes);
  const format = formatOf(text);
  const read: Read | MappingNeeded =
    format === 'csv' ? await readMapped(edges, text, mapping) : { payments: parse(format, text) };
  if ('kind' in read) return read;
  if (read.payments.length === 0) throw refuse('STATEMENT_UNREADABLE', { reason: 'empty' });
  if (read.payments.length > MOST_LINES) throw refuse('STATEMENT_UNREADABLE', { reason: 'lines' });

  return edges.db.transaction(async (tx) => {
    const [fresh] = await tx
      .insert(statementImports)
      .values({
        fileName: file.name.slice(0, 200) || format,
        sha256,
        format,
        lineCount: read.payments.length,
        importedBy: actor.email ?? actor.id,
        importedAt: edges.now(),
      })
      .onConflictDoNothing({ target: statementImports.sha256 })
      .returning();
    if (!fresh) {
      const [other] = await tx.select().from(statementImports).where(eq(statementImports.sha256, sha256));
      return imported(other!, { already: true, fresh: 0 });
    }
    const kept = await keepPayments(tx, fresh.id, read.payments);
    if (mapping && read.header) await rememberMapping(tx, read.header, mapping, edges.now());
    await record(tx, actor, {
      action: 'events.statement_imported',
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

function formatOf(text: string): StatementFormat {
  if (/^\s*\ufeff?\s*</.test(text)) return 'camt';
  return /^(?:\{[^\n]*)?:20:/m.test(text) && /^:61:/m.test(text) ? 'mt940' : 'csv';
}

const parse = (format: 'camt' | 'mt940', text: string) => (format === 'camt' ? parseCamt(text) : parseMt940(text));

interface Read {
  payments: StatementPayment[];
  header?: string;
}

interface MappingNeeded {
  kind: 'mapping';
  columns: string[];
  sample: string[][];
  suggestion: Partial<ColumnMapping>;
}

/** The mapping given, or the one remembered for this header; without either the organiser is asked. */
async function readMapped(
  edges: Edges,
  text: string,
  mapping: ColumnMapping | undefined,
): Promise<Read | MappingNeeded> {
  const table = readCsv(text);
  const [remembered] = await edges.db
    .select()
    .from(statementMappings)
    .where(eq(statementMappings.header, table.signature));
  const chosen = mapping ?? remembered?.mapping;
  if (chosen) return { payments: csvPayments(table, chosen), header: table.signature };
  const { columns, rows } = table;
  return {
    kind: 'mapping',
    columns: columns.filter((name) => name !== ''),
    sample: rows.slice(0, SAMPLE_ROWS).map((row) => columns.flatMap((name, at) => (name ? [row[at] ?? ''] : []))),
    suggestion: suggestMapping(table),
  };
}

async function rememberMapping(tx: Tx, header: string, mapping: ColumnMapping, savedAt: Date): Promise<void> {
  await tx
    .insert(statementMappings)
    .values({ header, mapping, savedAt })
    .onConflictDoUpdate({ target: statementMappings.header, set: { mapping, savedAt } });
}

/** Answers how many of the payments are new. */
async function keepPayments(tx: Tx, importId: string, payments: StatementPayment[]): Promise<number> {
  const matches = await matchPayments(tx, payments);
  const seen = new Map<string, number>();
  const rows = payments.map(({ bankReference, ...payment }, index) => {
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
