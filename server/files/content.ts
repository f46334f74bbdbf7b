import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import type { files } from './schema.ts';

export type FileRow = typeof files.$inferSelect;
type Content = Pick<FileRow, 'sha256' | 'extension'>;

/** The folder of all contents; what else an operator lays into the public store is left alone. */
export const CONTENTS = 'files/';

export const nameOfContent = ({ sha256, extension }: Content): string =>
  `${CONTENTS}${sha256.slice(0, 2)}/${sha256}${extension}`;

/** The hash in the name of a content; `null` for any other name. */
export const hashInName = (name: string): string | null =>
  /^files\/[0-9a-f]{2}\/([0-9a-f]{64})(\.\w+)?$/.exec(name)?.[1] ?? null;

/** Until the transaction ends no content is removed: for whoever writes a row for one. Many may hold it. */
export const holdContents = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('files'))`);

/** Nobody writes a row for a content meanwhile: for whoever removes one that no row names. */
export const lockContents = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('files'))`);

/** One at a time takes room in the stores. Before `holdContents`. */
export const lockRoom = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('files room'))`);
