import { useRef, useState } from 'react';
import { exchangeDesk as copy } from '#domain/fulfilment/exchange-copy.ts';
import {
  EXCHANGE_REASON_MAX,
  EXCHANGE_REASON_MIN,
  EXCHANGE_WAYS,
  type ExchangeWay,
} from '#domain/fulfilment/exchanges.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../../api.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/form/field.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import type { StepProps } from '../packing/packing-row.ts';
import styles from '../returns/return.module.css';
import { useDialogSubmission } from '../returns/use-dialog-submission.ts';

/** Begins an exchange: which device, what is wrong with it, and where it is. */
export function ExchangeDialog({ packing, reload, close }: StepProps & { close: () => void }) {
  const devices = packing.exchangeable;
  const [chosen, setChosen] = useState(devices[0]?.serial ?? '');
  const [reason, setReason] = useState('');
  const [way, setWay] = useState<ExchangeWay>('here');
  const [label, setLabel] = useState('');
  const [goodwill, setGoodwill] = useState(false);
  const [isShort, setShort] = useState(false);
  const keys = useWriteKeys();
  const field = useRef<HTMLTextAreaElement>(null);
  const { busy, problem, go } = useDialogSubmission({ close, reload, done: copy.started });
  const today = dayOf(new Date());
  const device = devices.find(({ serial }) => serial === chosen);
  const isOver = device !== undefined && device.until < today;

  function start() {
    if (reason.trim().length < EXCHANGE_REASON_MIN) {
      setShort(true);
      return field.current?.focus();
    }
    const said = {
      order: packing.id,
      serial: chosen,
      way,
      reason,
      label: way === 'sends' ? label : '',
      goodwill: isOver && goodwill,
    };
    const id = keys.of(said);
    void go(() => write(() => client.fulfilment.admin.exchange({ ...said, id }), { failed: copy.failed }));
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.title}
      text={devices.length > 0 ? copy.text : copy.none}
      yes={copy.go}
      busy={busy}
      disabled={!device || (isOver && !goodwill)}
      problem={problem}
      onConfirm={start}
    >
      {device && (
        <div className={styles.fields}>
          <SelectField
            label={copy.device}
            value={chosen}
            hint={copy.guaranteed(device.until, isOver)}
            options={devices.map(({ serial }) => ({ value: serial, label: serial }))}
            onChange={({ target }) => {
              setChosen(target.value);
              setGoodwill(false);
            }}
          />
          {isOver && (
            <Checkbox
              label={copy.over(device.until)}
              checked={goodwill}
              onChange={({ target }) => setGoodwill(target.checked)}
            />
          )}
          <TextArea
            ref={field}
            label={copy.reason}
            hint={copy.reasonHint}
            error={isShort ? copy.reasonShort : undefined}
            rows={3}
            maxLength={EXCHANGE_REASON_MAX}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setShort(false);
            }}
          />
          <Segmented
            label={copy.where}
            segments={EXCHANGE_WAYS.map((key) => ({ key, label: copy.ways[key] }))}
            selected={way}
            onSelect={setWay}
          />
          {way === 'sends' && (
            <TextField
              label={copy.label}
              hint={copy.labelHint}
              optional
              value={label}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setLabel(target.value)}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
