import { ownExchanges as copy } from '#domain/fulfilment/exchange-own-copy.ts';
import type { client } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from '../following/follow.module.css';

type Rows = Awaited<ReturnType<typeof client.fulfilment.own>>['exchanges'];

/** Devices of an order that others take the place of, as their buyer sees them. */
export function OwnExchanges({ exchanges }: { exchanges: Rows }) {
  if (exchanges.length === 0) return null;
  return (
    <section className={styles.panel}>
      <h2>{copy.title}</h2>
      <ul className={styles.papers}>
        {exchanges.map(({ id, state, serial, replacement, until, label }) => (
          <li key={id}>
            <span>
              <b>{copy.head(serial)}</b>
              {state === 'waiting' && <span className="s">{label ? copy.label(label) : copy.send}</span>}
              {replacement && state !== 'cancelled' && (
                <span className="s">{copy.replacement(replacement, until)}</span>
              )}
            </span>
            <Badge tone={state === 'done' ? 'ok' : state === 'cancelled' ? 'info' : 'warn'}>{copy.state[state]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
