import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { QUERY_MIN } from '#domain/admin/palette.ts';
import { api, queryClient } from '../api.ts';
import { usePermissions, useSession } from '../session.ts';
import { foundSections, openedSection } from './entries.ts';
import { readOpened } from './opened-entry.ts';

/** Between the last letter and the question. */
const DEBOUNCE_MS = 150;

/** What is listed for the text: what was found for it, or what was opened last. */
export function useSections(text: string) {
  const [asked, setAsked] = useState('');
  const permissions = usePermissions();
  const session = useSession();
  const personId = session.status === 'signedIn' ? session.userId : '';
  const query = text.trim();
  const isSearch = query.length >= QUERY_MIN;
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const found = useQuery(
    api.admin.find.queryOptions({
      input: { q: asked },
      enabled: asked.length >= QUERY_MIN,
      placeholderData: keepPreviousData,
      retry: false,
    }),
    // The header, whose button opens it, is drawn around the lists.
    queryClient,
  );
  const rows = isSearch ? found.data?.rows : undefined;
  const isNew = rows !== undefined && asked === query && !found.isPlaceholderData;
  const sections = useMemo(
    () =>
      isSearch
        ? foundSections(rows ?? [], query, permissions)
        : openedSection(personId ? readOpened(personId) : [], permissions),
    [isSearch, rows, query, permissions, personId],
  );
  return { found, personId, query, isSearch, isNew, asked, sections };
}
