import { useCallback } from 'react';
import {
  createSearchParams,
  type NavigateOptions,
  type URLSearchParamsInit,
  useNavigate,
  useSearchParams,
} from 'react-router';

type Change = URLSearchParamsInit | ((current: URLSearchParams) => URLSearchParams);

/** What the last change asked for, until the address has it. */
let pending: { params: string } | null = null;

/**
 * What stands behind the question mark of the address, and the way to change it. `useSearchParams` begins each change with what was
 * drawn last, so that of two quick ones (a filter, while a search is still being typed) the second takes the first one back; here
 * each begins with what the one before asked for.
 */
export function useAddressParams(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const setParams = useCallback(
    (change: Change, options?: NavigateOptions) => {
      const current = new URLSearchParams(pending?.params ?? window.location.search);
      const next = typeof change === 'function' ? change(current) : createSearchParams(change);
      const asked = { params: String(next) };
      pending = asked;
      void Promise.resolve(navigate(`?${asked.params}`, options)).finally(() => {
        if (pending === asked) pending = null;
      });
    },
    [navigate],
  );
  return [params, setParams];
}
