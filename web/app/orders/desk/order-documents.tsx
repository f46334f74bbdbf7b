import { useState } from 'react';
import type { ListedDocument } from '#domain/documents/contract.ts';
import { documentNames, documentsCopy, documentTitle } from '#domain/documents/copy.ts';
import { lateInvoiceObstacle } from '#domain/documents/issued-late.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { client, errorMessage } from '../../api.ts';
import { IssueInvoiceDialog } from '../../issue-invoice-dialog.tsx';
import { ReissueDialog } from '../../late-reissue.ts';
import { usePermissions } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import aside from './order-aside.module.css';
import styles from './order-items.module.css';
import type { OrderRow } from './order-row.ts';

const copy = orderCopy.documents;

/** The papers of the order, as they were issued. Invoices of packages are issued again in the list of their periods. */
export function OrderDocuments({ order, reload }: { order: OrderRow; reload: () => Promise<void> }) {
  const { number, documents, kind, way, mailbox } = order;
  const mayHandle = usePermissions().has('handle payments');
  const mayIssue = mayHandle && kind === 'device';
  const isInvoiced = documents.some((one) => one.kind === 'invoice');
  const [opened, setOpened] = useState<'issue' | ListedDocument | null>(null);
  const close = () => setOpened(null);
  const send = useSendDocument(reload);
  const save = useSingleFlight(async (ask: () => Promise<File>) => {
    try {
      saveFile(await ask());
    } catch (error) {
      toast.error(errorMessage(error));
    }
  });
  return (
    <section className={page.panel}>
      <header>
        <h2>
          {copy.title} {documents.length > 0 && <span>{documents.length}</span>}
        </h2>
        <div className={styles.acts}>
          {mayIssue && !isInvoiced && lateInvoiceObstacle(order) === null && (
            <button type="button" className={aside.textButton} onClick={() => setOpened('issue')}>
              {documentsCopy.issue.action}
            </button>
          )}
          {documents.length > 1 && (
            <button
              type="button"
              className={aside.textButton}
              onClick={() => void save(() => client.documents.admin.all({ number }))}
            >
              {copy.all}
            </button>
          )}
        </div>
      </header>
      {documents.length === 0 ? (
        <div className={page.body}>
          <b>{copy.empty}</b>
          {kind === 'device' && (
            <p className="muted s">{way === 'cash_on_delivery' ? copy.emptyCod : copy.emptyDevice}</p>
          )}
        </div>
      ) : (
        <table className={styles.items}>
          <thead>
            <tr>
              <th scope="col">{copy.kind}</th>
              <th scope="col">{copy.number}</th>
              <th scope="col">{copy.issued}</th>
              <th scope="col">{copy.amount}</th>
              <th scope="col">
                <span className="vh">{copy.open}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {documents.map((one) => (
              <DocumentRow
                key={one.id}
                one={one}
                open={() => void save(() => client.documents.admin.open({ id: one.id }))}
                send={mayHandle && mailbox !== '' ? () => void send(one) : null}
                reissue={mayIssue && one.isStanding ? () => setOpened(one) : null}
              />
            ))}
          </tbody>
        </table>
      )}
      {opened === 'issue' && <IssueInvoiceDialog sold={{ order: number }} close={close} done={reload} />}
      {opened && opened !== 'issue' && <ReissueDialog document={opened} close={close} done={reload} />}
    </section>
  );
}

/** Mails a paper to the buyer, once for a press. */
function useSendDocument(reload: () => Promise<void>) {
  const keys = useWriteKeys();
  return useSingleFlight(async (paper: ListedDocument) => {
    const { id } = paper;
    const sent = await write(() => client.documents.admin.send({ id, key: keys.of(id) }), {
      failed: documentsCopy.send.failed,
    });
    if (sent.outcome !== 'done') return toast.error(sent.text);
    keys.renew();
    toast.success(documentsCopy.send.done(documentTitle(paper)));
    await reload();
  });
}

interface RowProps {
  one: OrderRow['documents'][number];
  open: () => void;
  /** `null` for whoever does not write to buyers, and where the buyer is gone. */
  send: (() => void) | null;
  /** `null` where it is not issued again from here. */
  reissue: (() => void) | null;
}

function DocumentRow({ one, open, send, reissue }: RowProps) {
  return (
    <tr>
      <td>
        <b>{documentNames[one.kind]}</b>
      </td>
      <td data-label={copy.number}>{one.number}</td>
      <td data-label={copy.issued}>{formatDate(one.issuedAt)}</td>
      <td data-label={copy.amount}>
        {one.gross === 0
          ? ''
          : formatMoneyExact({
              amount: one.kind === 'creditNote' ? -one.gross : one.gross,
              currency: 'RSD',
            })}
      </td>
      <td>
        <div className={styles.acts}>
          {reissue && (
            <button type="button" className={aside.textButton} onClick={reissue}>
              {documentsCopy.reissue.action}
              <span className="vh">: {documentTitle(one)}</span>
            </button>
          )}
          {one.ready ? (
            <button type="button" className={aside.textButton} onClick={open}>
              {copy.open}
              <span className="vh">: {documentTitle(one)}</span>
            </button>
          ) : (
            <span className="muted">{documentsCopy.busy}</span>
          )}
          {send && (
            <button type="button" className={aside.textButton} onClick={send}>
              {documentsCopy.send.action}
              <span className="vh">: {documentTitle(one)}</span>
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}
