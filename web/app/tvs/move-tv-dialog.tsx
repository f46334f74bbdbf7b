import { type FormEvent, useState } from 'react';
import { common } from '#domain/copy.ts';
import { regionNames } from '#domain/places/copy.ts';
import { REGIONS, type Region } from '#domain/places/regions.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import styles from './tvs.module.css';

const copy = tvsCopy.one;

interface MoveDialogProps {
  region: Region | null;
  busy: boolean;
  problem: Problem | null;
  close: () => void;
  onConfirm: (region: Region) => void;
}

/** Staff move a TV to another region for its owner. */
export function MoveTvDialog({ region, busy, problem, close, onConfirm }: MoveDialogProps) {
  const [chosen, setChosen] = useState(region);
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={close}
      title={copy.moveTitle}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form="move-dialog" loading={busy} disabled={chosen === null || chosen === region}>
            {copy.move}
          </Button>
        </>
      }
    >
      <form
        id="move-dialog"
        className={styles.question}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (chosen) onConfirm(chosen);
        }}
      >
        <p>{copy.moveText}</p>
        <SelectField
          label={copy.moveRegion}
          value={chosen ?? ''}
          placeholder={copy.chooseRegion}
          options={REGIONS.map((one) => ({ value: one, label: regionNames[one] }))}
          onChange={({ target }) => setChosen(REGIONS.find((one) => one === target.value) ?? null)}
        />
      </form>
    </Dialog>
  );
}
