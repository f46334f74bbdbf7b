import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { nameOfMail } from '../../admin/timeline/words.ts';
import { usePermissions } from '../../session.ts';
import styles from './order-aside.module.css';
import type { OrderRow } from './order-row.ts';
import { useSendAgain } from './use-send-again.ts';

/** What was mailed about the order, and once more. */
export function OrderMailLog({ order, reload }: { order: OrderRow; reload: () => Promise<unknown> }) {
  const copy = orderCopy.mails;
  const maySend = usePermissions().has('handle payments');
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
      </header>
      {order.mails.length === 0 ? (
        <p className={`${page.body} muted`}>{copy.empty}</p>
      ) : (
        <ul className={styles.mails}>
          {order.mails.map((mail) => (
            <li key={mail.id} className={styles.mail}>
              <div>
                {nameOfMail(mail.template)}
                <span className={`s ${mail.state === 'failed' ? page.bad : 'muted'}`}>
                  {
                    {
                      sent: copy.sent(formatDateTime(mail.moment)),
                      queued: copy.queued,
                      failed: copy.failed(mail.problem ?? ''),
                      expired: copy.expired,
                    }[mail.state]
                  }
                </span>
              </div>
              {maySend && mail.isRepeatable && mail.state !== 'queued' && (
                <SendAgain order={order} mail={mail} reload={reload} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SendAgain({
  order,
  mail,
  reload,
}: {
  order: OrderRow;
  mail: OrderRow['mails'][number];
  reload: () => Promise<unknown>;
}) {
  const copy = orderCopy.mails;
  const { busy, send } = useSendAgain(order.id, mail.id, reload);
  return (
    <button type="button" className={styles.textButton} disabled={busy} onClick={() => void send()}>
      {copy.again} <span className="vh">{copy.againFor(nameOfMail(mail.template))}</span>
    </button>
  );
}
