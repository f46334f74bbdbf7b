import { type FormEvent, useState } from 'react';
import { common } from '#domain/copy.ts';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { pages } from '#domain/pages.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import styles from './check-in.module.css';

interface DoorDialogProps {
  door: string;
  /** Names that others use today. */
  known: readonly string[];
  onDoor: (door: string) => void;
  onClose: () => void;
}

/** Which door this device stands at. */
export function DoorDialog({ door, known, onDoor, onClose }: DoorDialogProps) {
  const [name, setName] = useState(door);
  function submit(event: FormEvent) {
    event.preventDefault();
    onDoor(name.trim() || copy.door.first);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={copy.door.title}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button type="submit" form="door-name">
            {copy.door.save}
          </Button>
        </>
      }
    >
      <form id="door-name" className={styles.reason} onSubmit={submit}>
        {known.length > 0 && (
          <div className={styles.ready}>
            {known.map((one) => (
              <Button key={one} size="sm" variant="secondary" onClick={() => onDoor(one)}>
                {one}
              </Button>
            ))}
          </div>
        )}
        <TextField
          label={copy.door.name}
          hint={copy.door.hint}
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <p>
          <TextLink to={pages.adminEventPayments.path}>{copy.back}</TextLink>
        </p>
      </form>
    </Dialog>
  );
}
