import { keysCopy as copy } from '#domain/admin/keys-copy.ts';
import { Checkbox } from '../ui/form/field.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { switchSingleKeys, useSingleKeysOn } from '../ui/single-keys.ts';
import styles from './keys-dialog.module.css';

/** What every key of the back office does, and the switch for those that work without Ctrl. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const on = useSingleKeysOn();
  return (
    <Dialog open asks={false} onOpenChange={onClose} title={copy.title} size="lg">
      <div className={styles.groups}>
        {copy.groups.map(({ name, keys }) => (
          <section key={name}>
            <h3 className={styles.name}>{name}</h3>
            <dl className={styles.keys}>
              {keys.map(([names, what]) => (
                <div key={what}>
                  <dt>
                    {names.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="muted s">{copy.off}</p>
      <Checkbox label={copy.switch} checked={on} onChange={(event) => switchSingleKeys(event.target.checked)} />
    </Dialog>
  );
}
