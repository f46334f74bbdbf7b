import { Visitor } from 'vite';
import { isTest, lineOf, parseSource, type SourceName, sourceFilesIn } from './sources.ts';

/**
 * Files of the shop are in a store (server/platform/storage), which may be a bucket: whoever opens one on the disk of this machine
 * misses it there. The file system itself is for the places below, whose files are this machine's own.
 */
export function checkFileRule(root: string): string[] {
  const found: string[] = [];
  for (const name of sourceFilesIn(root, ['domain', 'server', 'web/app'])) {
    if (isTest(name) || isAllowed(name)) continue;
    const { text, program } = parseSource(root, name);
    const checkImport = ({ start, source }: { start: number; source: { value?: unknown } | null }) => {
      if (typeof source?.value === 'string' && FILE_SYSTEM.test(source.value))
        found.push(
          `${name}:${lineOf(text, start)}: imports ${source.value}; stored files are reached through the storage`,
        );
    };
    new Visitor({
      ImportDeclaration: checkImport,
      ExportNamedDeclaration: checkImport,
      ExportAllDeclaration: checkImport,
      ImportExpression: (node) => checkImport(node as never),
    }).visit(program);
  }
  return found;
}

const FILE_SYSTEM = /^(node:)?fs(\/promises)?$/;

const ALLOWED = [
  'server/platform/storage/',
  // Where films are converted, and the program that does it.
  'server/platform/films/',
  // The cluster, its programs and locks.
  'server/platform/postgres/',
  'server/platform/process/',
  // Where the doubles of this machine are, for other processes.
  'server/fulfilment/couriers/d-express/open.ts',
  'server/payments/stripe/open.ts',
  // What scripts/demo-tvs.mjs goes on with.
  'server/seed/demo.ts',
  // Mails as files, when there is no mail server.
  'server/platform/mail/outbox.ts',
  'server/platform/mail/smtp.ts',
  // What was built and shipped with the program.
  'server/platform/migrations/read.ts',
  'server/platform/servers/alive.ts',
  'server/backup/database/migrations.ts',
  'server/http/files/site.ts',
  'server/documents/paper/fonts.ts',
  // The disk of this machine, looked at.
  'server/start/doctor/',
  // Archives while they are made, read and tried.
  'server/backup/archive/',
  'server/backup/archive-places.ts',
  'server/backup/check.ts',
  'server/backup/commands/',
  'server/backup/make-backup.ts',
];

const isAllowed = (name: SourceName): boolean => ALLOWED.some((place) => name.startsWith(place));
