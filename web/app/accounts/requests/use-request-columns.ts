import { useMemo, useRef } from 'react';
import { requestColumns } from './request-columns.tsx';
import type { useRequestChoice } from './use-request-choice.ts';

/** The columns of the list, made once; what they do is always the latest. */
export function useRequestColumns({ approveNow, setRejecting }: ReturnType<typeof useRequestChoice>) {
  const latest = useRef(approveNow);
  latest.current = approveNow;
  return useMemo(
    () =>
      requestColumns({
        approve: (row) => latest.current([row]),
        reject: (row) => setRejecting([row]),
      }),
    [setRejecting],
  );
}
