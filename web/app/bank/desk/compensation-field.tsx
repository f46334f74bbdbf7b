import { undivided } from '#domain/bank/compensations.ts';
import { deskCopy } from '#domain/bank/desk-copy.ts';
import { parseMinorUnits } from '#domain/bank/money.ts';
import { courierWords } from '#domain/fulfilment/courier-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { Checkbox, TextField } from '../../ui/form/field.tsx';
import styles from '../bank.module.css';
import type { Comparison } from '../comparison.tsx';
import type { Line } from '../line-columns.tsx';

const copy = deskCopy.compensation;

type Parcel = Comparison['parcels'][number];
type Came = Pick<Line, 'amount' | 'currency'>;

/** Chosen parcels, each with what somebody typed that it gets; one that is chosen alone gets all of it. */
export type Shares = ReadonlyMap<string, string>;

export interface Share {
  id: string;
  parcel: string;
  /** Minor units. */
  amount: number;
}

const choose = ({ id, worth }: Parcel): [string, string] => [id, (worth.amount / 100).toFixed(2).replace('.', ',')];

/** The likeliest parcel alone, until somebody chooses. */
export const firstParcelShares = (parcels: readonly Parcel[]): Shares => new Map(parcels.slice(0, 1).map(choose));

/** What of the payment is for each chosen parcel, or in words why it is not divided yet. */
export function readShares({ amount, currency }: Came, parcels: readonly Parcel[], typed: Shares): Share[] | string {
  const chosen = parcels.filter(({ id }) => typed.has(id));
  if (chosen.length === 0) return copy.pickOne;
  const shares = chosen.map(({ id, parcel }) => ({
    id,
    parcel,
    amount: chosen.length === 1 ? amount : (parseMinorUnits(typed.get(id)!) ?? 0),
  }));
  if (shares.some((share) => share.amount < 1)) return copy.unreadable;
  const left = undivided(
    amount,
    shares.map((share) => share.amount),
  );
  if (left === 0) return shares;
  return (left > 0 ? copy.left : copy.over)(formatMoneyExact({ amount: Math.abs(left), currency }));
}

interface Props {
  line: Came;
  parcels: readonly Parcel[];
  typed: Shares;
  onChange: (typed: Shares) => void;
}

/** For which parcels a courier paid with the chosen row, and what of it is for each of several. */
export function CompensationField({ line, parcels, typed, onChange }: Props) {
  const isDivided = parcels.filter(({ id }) => typed.has(id)).length > 1;
  const shares = readShares(line, parcels, typed);

  function toggle(one: Parcel) {
    const next = new Map(typed);
    if (!next.delete(one.id)) next.set(...choose(one));
    onChange(next);
  }

  return (
    <fieldset>
      <legend className={styles.what}>{copy.label}</legend>
      <div className="stack">
        {parcels.map((one) => (
          <div key={one.id} className="stack">
            <Checkbox
              label={copy.parcel(one.parcel, courierWords[one.courier], formatMoneyExact(one.worth))}
              checked={typed.has(one.id)}
              onChange={() => toggle(one)}
            />
            {isDivided && typed.has(one.id) && (
              <TextField
                label={copy.share(one.parcel, line.currency)}
                inputMode="decimal"
                autoComplete="off"
                value={typed.get(one.id)!}
                onChange={(event) => onChange(new Map(typed).set(one.id, event.target.value))}
              />
            )}
          </div>
        ))}
        {isDivided && (
          <p className="s muted" role="status">
            {typeof shares === 'string' ? shares : copy.agrees}
          </p>
        )}
      </div>
    </fieldset>
  );
}
