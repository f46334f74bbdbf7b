import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { errorMessage } from '../../error-message.ts';
import type { RefundRequest } from './refund-row.ts';

/** Milliseconds after the last change until the preview is computed anew. */
const PREVIEW_DELAY = 150;

/** What the server says will happen; what is being given back is not asked about again. */
export function useRefundPreview(wanted: RefundRequest | null, isSending: boolean) {
  const settled = useSettled(wanted);
  const preview = useQuery(
    api.refunds.admin.preview.queryOptions({
      input: settled!,
      enabled: settled !== null && !isSending,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );
  return {
    shown: preview.data,
    /** Whether it is of what is wanted now. */
    isCurrent: settled !== null && same(settled, wanted) && !preview.isPlaceholderData && preview.isSuccess,
    problem: preview.isError && settled ? errorMessage(preview.error) : null,
  };
}

const same = (one: RefundRequest | null, other: RefundRequest | null) => JSON.stringify(one) === JSON.stringify(other);

/** What is wanted, once nothing has changed for a moment. */
function useSettled(wanted: RefundRequest | null): RefundRequest | null {
  const [settled, setSettled] = useState(wanted);
  const text = JSON.stringify(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as RefundRequest | null), PREVIEW_DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
