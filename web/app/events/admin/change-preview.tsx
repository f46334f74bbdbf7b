import { changeCopy } from '#domain/events/change/copy.ts';
import { eventPackages } from '#domain/events/packages.ts';
import { formatMoneyExact, formatNumber } from '#domain/money.ts';
import type { client } from '../../api.ts';
import styles from './event-payments.module.css';

const copy = changeCopy.preview;
type Preview = Awaited<ReturnType<typeof client.events.admin.change.state>>['preview'];

/** Whom a change of the event concerns: reservations and tickets by package, money by currency, mails. */
export function ChangePreview({ preview, isMove }: { preview: Preview; isMove: boolean }) {
  const rows = eventPackages.flatMap(({ id, name }) =>
    preview.packages.filter(({ packageId }) => packageId === id).map((row) => ({ ...row, name })),
  );
  const sum = (field: 'waiting' | 'paid' | 'tickets') => formatNumber(rows.reduce((all, row) => all + row[field], 0));
  const askedBack = isMove ? preview.askedBack : 0;
  const mails = preview.mails + askedBack;
  return (
    <section aria-label={copy.title} className="stack">
      <h3 className="d h4">{copy.title}</h3>
      {rows.length === 0 ? (
        <p>{copy.none}</p>
      ) : (
        <table className={`${styles.totals} ${styles.preview}`}>
          <thead>
            <tr>
              <th scope="col">{copy.package}</th>
              <th scope="col">{copy.waiting}</th>
              <th scope="col">{copy.paid}</th>
              <th scope="col">{copy.tickets}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ packageId, name, waiting, paid, tickets }) => (
              <tr key={packageId}>
                <th scope="row">{name}</th>
                <td>{formatNumber(waiting)}</td>
                <td>{formatNumber(paid)}</td>
                <td>{formatNumber(tickets)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{copy.all}</th>
              <td>{sum('waiting')}</td>
              <td>{sum('paid')}</td>
              <td>{sum('tickets')}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <p>
        {preview.money.length > 0 ? copy.money(preview.money.map(formatMoneyExact).join(', ')) : copy.noMoney}{' '}
        {mails > 0 ? copy.mails(mails) : copy.noMails}
        {askedBack > 0 && ` ${copy.askedBack(askedBack)}`}
      </p>
    </section>
  );
}
