import { admin } from '#domain/admin/copy.ts';
import { type Count, formatCount } from '#domain/count.ts';
import type { VoucherState } from '#domain/vouchers/contract.ts';
import { voucherStates } from '#domain/vouchers/copy.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { Segmented } from '../ui/form/segmented.tsx';

const STATES = Object.keys(voucherStates) as VoucherState[];
const EVERY = 'every';
const BATCH = /^[0-9a-f-]{36}$/;

/** What the address asks for. */
export function filterIn(address: URLSearchParams) {
  const batch = address.get('batch') ?? '';
  return {
    search: address.get('q')?.trim() || undefined,
    state: STATES.find((one) => one === address.get('state')),
    batch: BATCH.test(batch) ? batch : undefined,
  };
}

interface Props {
  selected: VoucherState | undefined;
  onSelect: (state: VoucherState | '') => void;
  every: Count | undefined;
  counts: Record<VoucherState, Count> | undefined;
}

/** Vouchers of one state or of all, with how many there are. */
export function VoucherStateFilter({ selected, onSelect, every, counts }: Props) {
  const label = (name: string, n: Count | undefined) => (n ? `${name} (${formatCount(n)})` : name);
  return (
    <Segmented
      label={office.state}
      selected={selected ?? EVERY}
      onSelect={(key) => onSelect(key === EVERY ? '' : key)}
      segments={[
        { key: EVERY, label: label(admin.all, every) },
        ...STATES.map((key) => ({ key, label: label(voucherStates[key], counts?.[key]) })),
      ]}
    />
  );
}
