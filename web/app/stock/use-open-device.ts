import { useEffect, useMemo, useState } from 'react';
import { type DeviceRow, stockColumns } from './stock-columns.tsx';

/** The device whose history is shown: one that was opened by hand, or the only one whose number the search ends with. */
export function useOpenDevice(rows: readonly DeviceRow[] | undefined, text: string) {
  const [open, setOpen] = useState<DeviceRow | null>(null);
  const columns = useMemo(
    () => stockColumns(open?.id ?? null, (row) => setOpen((now) => (now?.id === row.id ? null : row))),
    [open],
  );

  const only = rows?.length === 1 ? rows[0] : undefined;
  const exact = only?.serial.endsWith(text.toUpperCase()) && /\d{4}$/.test(text) ? only : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each search that finds exactly one number
  useEffect(() => {
    if (exact) setOpen(exact);
  }, [exact?.id, text]);

  return { open, close: () => setOpen(null), columns };
}
