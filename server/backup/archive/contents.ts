import * as z from 'zod';

/**
 * What an archive is: a tar file, compressed, with `backup.json` first, then `tables/<name>/<part>`, then
 * `files/<path in the data directory>`, and `manifest.json` last, which holds the hash of everything before it.
 */
export const HEAD = 'backup.json';
export const MANIFEST = 'manifest.json';
export const tablePart = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, '0')}`;
export const FILES = 'files/';

/** The table of an entry; `null` for every other entry. */
export const tableOf = (entry: string): string | null => /^tables\/([^/]+)\/\d+$/.exec(entry)?.[1] ?? null;

export const FORMAT = 1;

const ArchivedTable = z.object({
  /** Schema and name, as SQL writes them. */
  name: z.string(),
  /** As SQL writes them, in the order of the rows' values. */
  columns: z.array(z.string()),
});

export const ArchiveHead = z.object({
  format: z.literal(FORMAT),
  madeAt: z.coerce.date(),
  /** PostgreSQL's version, for people. */
  postgres: z.string(),
  /** The newest migration: its name, and its moment as the database keeps it. */
  migration: z.object({ tag: z.string(), when: z.number() }),
  /** The queue's own version. */
  queue: z.number().nullable(),
  tables: z.array(ArchivedTable),
  /** Parts of divided tables: where each belongs, and its bounds as SQL writes them. Older archives have none. */
  partitions: z.array(z.object({ name: z.string(), of: z.string(), bound: z.string() })).default([]),
  /** Names of the sealing keys without which the shop's own keys cannot be read (server/auth/sessions/sealing.ts). */
  sealedBy: z.array(z.string()).default([]),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
});
export type ArchiveHead = z.infer<typeof ArchiveHead>;

const Hashed = z.object({ bytes: z.number(), sha256: z.string() });
export const Manifest = z.object({
  head: Hashed,
  /** Of the rows as COPY writes them, in the order of their key. */
  tables: z.record(z.string(), Hashed.extend({ rows: z.number() })),
  files: z.record(z.string(), Hashed),
});
export type Manifest = z.infer<typeof Manifest>;

export const rowsIn = ({ tables }: Manifest): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
