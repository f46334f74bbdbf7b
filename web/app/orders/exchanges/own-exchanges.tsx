import { ownExchanges as copy } from '#domain/fulfilment/exchange-own-copy.ts';
import { replacementIn } from '#domain/fulfilment/exchanges.ts';
import type { client } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import page from '../following/follow.module.css';
import styles from '../returns/return.module.css';

type Rows = Awaited<ReturnType<typeof client.fulfilment.own>>['exchanges'];

/** Devices of an order that others take the place of, as their buyer sees them. */
export function OwnExchanges({ exchanges }: { exchanges: Rows }) {
  if (exchanges.length === 0) return null;
  return (
    <section className={page.panel}>
      <h2>{copy.title}</h2>
      <ul className={styles.earlier}>
        {exchanges.map((exchange) => {
          const { id, state, serial, until, label } = exchange;
          const replacement = replacementIn(exchange);
          return (
            <li key={id}>
              <span className={styles.spread}>
                <b>{copy.head(serial)}</b>
                <Badge tone={state === 'done' ? 'ok' : state === 'cancelled' ? 'info' : 'warn'}>
                  {copy.state[state]}
                </Badge>
              </span>
              {state === 'waiting' && <span className="s">{label ? copy.label(label) : copy.send}</span>}
              {replacement && <span className="s">{copy.replacement(replacement, until)}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
