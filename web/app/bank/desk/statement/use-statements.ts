import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api.ts';
import { useLiveList } from '../../../live.ts';

/** Statements of every account, the one that is asked for or the newest, and what the company owes back. */
export function useStatements(asked: string | null) {
  const imports = useInfiniteQuery(
    api.bank.statements.list.infiniteOptions({
      input: (after: string | undefined) => ({ after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
  const owed = useQuery(api.bank.owed.list.queryOptions({ input: {} }));
  useLiveList('statements', () => imports.refetch({ throwOnError: true }));
  useLiveList('owed', () => owed.refetch({ throwOnError: true }));
  const rows = imports.data?.pages.flatMap((page) => page.rows) ?? [];
  const found = rows.find(({ id }) => id === asked);
  // Without one in the address it is the newest of when the page was opened: what a colleague imports later takes no row from the hands.
  const [opened, setOpened] = useState<string | null>(null);
  if (opened === null && rows[0]) setOpened(rows[0].id);
  const shown = found ?? rows.find(({ id }) => id === opened) ?? rows[0];
  const { hasNextPage, isFetching, isError, fetchNextPage } = imports;
  // The one in the address may be older than those that were read.
  const isSought = asked !== null && !found && hasNextPage && !isError;
  useEffect(() => {
    if (isSought && !isFetching) void fetchNextPage();
  }, [isSought, isFetching, fetchNextPage]);
  // Until it is found no other one is shown in its place, to be decided about.
  return { imports, owed, rows, isSought, current: isSought ? undefined : shown };
}
