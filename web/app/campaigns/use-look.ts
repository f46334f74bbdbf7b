import { useState } from 'react';
import type { client } from '../api.ts';

export type Read = Awaited<ReturnType<typeof client.campaigns.admin.read>>;

/** Of a query, as TanStack Query gives it. */
interface Reading {
  data: Read | undefined;
  isFetchedAfterMount: boolean;
}

/**
 * What of a campaign stands on the screen, which is what is decided about: another sending (`sentAgain`) comes when somebody asks for it.
 * What was read by an earlier look gives way to what is read now.
 */
export function useLook({ data, isFetchedAfterMount: isNow }: Reading) {
  const [look, setLook] = useState<{ at: Read; isNow: boolean } | null>(null);
  const isSame = data?.state === 'review' && data.sendings === look?.at.sendings;
  if (data && (!look || (look.isNow ? isSame && data !== look.at : isNow || data !== look.at)))
    setLook({ at: data, isNow });
  return {
    shown: look?.at ?? null,
    sentAgain: look?.isNow && data?.state === 'review' && !isSame ? data : null,
    show: (at: Read) => setLook({ at, isNow: true }),
  };
}
