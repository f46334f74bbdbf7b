import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAdminList } from '../../../admin/use-admin-list.ts';
import { api } from '../../../api.ts';
import { useLiveList } from '../../../live.ts';

/** Statements of every account, the one that is asked for or the newest, and what the company owes back. */
export function useStatements(asked: string | null) {
  const imports = useAdminList(api.bank.statements.list, {}, { screen: 'statements' });
  const owed = useQuery(api.bank.owed.list.queryOptions({ input: {} }));
  useLiveList('owed', () => owed.refetch({ throwOnError: true }));
  const rows = imports.rows ?? [];
  const found = rows.find(({ id }) => id === asked);
  // Without one in the address it is the newest of when the page was opened: what a colleague imports later takes no row from the hands.
  const [opened, setOpened] = useState<string | null>(null);
  if (opened === null && rows[0]) setOpened(rows[0].id);
  const shown = found ?? rows.find(({ id }) => id === opened) ?? rows[0];
  const readMore = useRef(imports.more);
  readMore.current = imports.more;
  // The one in the address may be older than those that were read.
  const isSought = asked !== null && !found && imports.more !== null && !imports.moreFailed;
  const part = imports.part();
  const readsNext = isSought && !part.busy;
  useEffect(() => {
    if (readsNext) void readMore.current?.();
  }, [readsNext]);
  // Until it is found no other one is shown in its place, to be decided about.
  return { imports, part, owed, rows, isSought, current: isSought ? undefined : shown };
}
