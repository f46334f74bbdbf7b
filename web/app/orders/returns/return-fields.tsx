import { formatMoney } from '#domain/money.ts';
import { returnCopy as copy } from '#domain/returns/copy.ts';
import { labelCost, REASON_MAX, RETURN_WAYS, type ReturnKind, type ReturnWay } from '#domain/returns/rules.ts';
import { Checkbox, TextArea } from '../../ui/form/field.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import styles from './return.module.css';
import type { OwnReturnsRow } from './return-row.ts';

interface KindFieldProps {
  kinds: readonly ReturnKind[];
  kind: ReturnKind;
  onChoose: (kind: ReturnKind) => void;
}

/** Nothing to choose where only one is open. */
export function KindField({ kinds, kind, onChoose }: KindFieldProps) {
  if (kinds.length <= 1) return null;
  return (
    <Segmented
      label={copy.kind}
      segments={kinds.map((one) => ({ key: one, label: copy.kinds[one] }))}
      selected={kind}
      onSelect={onChoose}
    />
  );
}

interface ReasonFieldProps {
  kind: ReturnKind;
  reason: string;
  isWrong: boolean;
  onType: (reason: string) => void;
}

/** A buyer who withdraws need not say why; a fault has to be described. */
export function ReasonField({ kind, reason, isWrong, onType }: ReasonFieldProps) {
  return (
    <TextArea
      label={kind === 'withdrawal' ? copy.reason : copy.fault}
      hint={kind === 'complaint' ? copy.faultHint : undefined}
      optional={kind === 'withdrawal'}
      rows={3}
      maxLength={REASON_MAX}
      value={reason}
      error={isWrong ? copy.short : undefined}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

interface DevicesFieldProps {
  kind: ReturnKind;
  devices: OwnReturnsRow['devices'];
  /** Their serial numbers. */
  chosen: readonly string[];
  onChoose: (serials: string[]) => void;
}

export function DevicesField({ kind, devices, chosen, onChoose }: DevicesFieldProps) {
  return (
    <fieldset className={styles.panel}>
      <legend className="vh">{kind === 'withdrawal' ? copy.devices : copy.faulty}</legend>
      <div className={styles.spread}>
        <p className={styles.title} aria-hidden="true">
          {kind === 'withdrawal' ? copy.devices : copy.faulty}
        </p>
        {devices.length > 1 && (
          <button type="button" className={styles.link} onClick={() => onChoose(devices.map(({ serial }) => serial))}>
            {copy.all}
          </button>
        )}
      </div>
      <div className={styles.serials}>
        {devices.map(({ serial }) => (
          <Checkbox
            key={serial}
            label={<span className="nb">{serial}</span>}
            checked={chosen.includes(serial)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, serial] : chosen.filter((one) => one !== serial))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

interface WayFieldProps {
  kind: ReturnKind;
  way: ReturnWay;
  onChoose: (way: ReturnWay) => void;
}

/** How the devices are sent, and what it costs. */
export function WayField({ kind, way, onChoose }: WayFieldProps) {
  return (
    <fieldset className={styles.ways}>
      <legend>{copy.how}</legend>
      {RETURN_WAYS.map((one) => (
        <label key={one}>
          <input type="radio" name="way" checked={way === one} onChange={() => onChoose(one)} />
          <span>
            <b>{copy[one]}</b>
            {one === 'own'
              ? copy.ownText
              : kind === 'complaint'
                ? copy.labelFree
                : copy.labelText(formatMoney({ amount: labelCost(kind, 'label', 'RSD', 1), currency: 'RSD' }))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
