import { useRef, useState } from 'react';
import { DECLINABLE } from '#domain/campaign-kinds.ts';
import { declineCopy as copy } from '#domain/playout/set-up-copy.ts';
import { client } from '../api.ts';
import { Checkbox } from '../ui/form/field.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import type { OwnTvs } from './licence-field.tsx';
import styles from './my-devices.module.css';

interface Props {
  declined: OwnTvs['declined'];
  reload: () => Promise<unknown>;
}

/** What a member wants none of on their TVs; each tick is saved at once. */
export function DeclineAdverts({ declined, reload }: Props) {
  /** The last ticks until they are answered; otherwise stands what the server says, also of another window. */
  const [wanted, setWanted] = useState<Props['declined'] | null>(null);
  const { all, categories } = wanted ?? declined;
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const save = async (sent: Props['declined']) => {
    const outcome = await write(() => client.playout.decline(sent));
    if (outcome.outcome === 'done') toast.success(copy.saved);
    else toast.error(outcome.text);
    await reload();
    setWanted((now) => (now === sent ? null : now));
  };
  /** Ticks show at once and are saved one after the other. */
  const choose = (next: Props['declined']) => {
    setWanted(next);
    before.current = before.current.then(() => save(next));
  };
  return (
    <section className={styles.decline} aria-labelledby="decline-adverts">
      <h3 className={styles.name} id="decline-adverts">
        {copy.title}
      </h3>
      <div>
        <Checkbox
          label={copy.all}
          checked={all}
          aria-describedby="decline-all"
          onChange={({ target }) => choose({ all: target.checked, categories })}
        />
        <p className="muted s" id="decline-all">
          {copy.allHint}
        </p>
      </div>
      <fieldset className={styles.categories} disabled={all}>
        <legend>{copy.categories}</legend>
        {DECLINABLE.map((one) => (
          <Checkbox
            key={one}
            label={copy.names[one]}
            checked={categories.includes(one)}
            onChange={({ target }) =>
              choose({
                all,
                categories: target.checked ? [...categories, one] : categories.filter((other) => other !== one),
              })
            }
          />
        ))}
      </fieldset>
    </section>
  );
}
