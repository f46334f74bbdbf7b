import { Fragment, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { mailNames } from '#domain/admin/mails-copy.ts';
import { documentNames } from '#domain/documents/copy.ts';
import { couriersToChoose } from '#domain/fulfilment/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { eventWords, orderCopy } from '#domain/orders/order-page-copy.ts';
import { dayOf, formatTime, formatWeekday } from '#domain/time.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import page from './order.module.css';
import type { OrderRow } from './order-row.ts';
import styles from './order-timeline.module.css';

const copy = orderCopy.timeline;
type Group = 'payment' | 'fulfilment' | 'documents' | 'mails' | 'returns' | 'notes';
const GROUPS: Group[] = ['payment', 'fulfilment', 'documents', 'mails', 'returns', 'notes'];

interface Entry {
  key: string;
  group: Group;
  moment: Date;
  text: string;
  /** Somebody's own words. */
  said?: string;
  by: string;
}

/** What happened to the order, newest first, with its mails and the notes of staff; the filters are the legend of its colours. */
export function OrderTimeline({
  order,
  reload,
  live,
}: {
  order: OrderRow;
  reload: () => Promise<unknown>;
  live: boolean;
}) {
  const [shown, setShown] = useState<Group | null>(null);
  const entries = entriesOf(order);
  const wanted = shown ? entries.filter(({ group }) => group === shown) : entries;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
        {live && <span className={styles.live}>{orderCopy.live}</span>}
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields */}
      <div className={styles.filters} role="group" aria-label={copy.show}>
        {[null, ...GROUPS].map((group) => (
          <button
            key={group}
            type="button"
            aria-pressed={shown === group}
            onClick={() => setShown(group)}
            data-group={group ?? undefined}
          >
            {group && <i />}
            {copy.kinds[group ?? 'all']}{' '}
            <span>{group ? entries.filter((entry) => entry.group === group).length : entries.length}</span>
          </button>
        ))}
      </div>
      <NoteForm order={order} reload={reload} />
      {wanted.length === 0 ? (
        <p className={`${page.body} muted`}>{copy.empty}</p>
      ) : (
        <ol className={styles.timeline}>
          {wanted.map((entry, index) => {
            const day = dayOf(entry.moment);
            const isNewDay = index === 0 || dayOf(wanted[index - 1]!.moment) !== day;
            return (
              <Fragment key={entry.key}>
                {isNewDay && <li className={styles.day}>{formatWeekday(entry.moment)}</li>}
                <li
                  className={styles.event}
                  data-group={entry.group}
                  data-last={index === wanted.length - 1 || undefined}
                >
                  <time dateTime={entry.moment.toISOString()}>{formatTime(entry.moment)}</time>
                  <span className={styles.mark} />
                  <div>
                    <span className="vh">{copy.kinds[entry.group]}: </span>
                    {entry.text}
                    {entry.said && <p className={styles.said}>{entry.said}</p>}
                  </div>
                  <span className={styles.who}>{entry.by}</span>
                </li>
              </Fragment>
            );
          })}
        </ol>
      )}
    </section>
  );
}

function entriesOf({ events, documents, mails, notes, currency }: OrderRow): Entry[] {
  const amountOf = (facts: OrderRow['events'][number]['facts']) =>
    typeof facts.amount === 'number'
      ? formatMoneyExact({
          amount: facts.amount,
          currency: typeof facts.currency === 'string' ? facts.currency : currency,
        })
      : '';
  return [
    ...events.map(({ id, kind, moment, by, reference, facts }) => ({
      key: `event ${id}`,
      group: eventWords[kind].group,
      moment: new Date(moment),
      text: eventWords[kind].text(amountOf(facts), reference, facts),
      by: nameOf(by),
    })),
    ...documents.map(({ id, kind, number, issuedAt, gross }) => ({
      key: `document ${id}`,
      group: 'documents' as const,
      moment: new Date(issuedAt),
      text: copy.document(
        documentNames[kind],
        number,
        gross === 0 ? '' : formatMoneyExact({ amount: gross, currency: 'RSD' }),
      ),
      by: copy.system,
    })),
    ...mails.map(({ id, template, state, moment }) => ({
      key: `mail ${id}`,
      group: 'mails' as const,
      moment: new Date(moment),
      text: { queued: copy.mailQueued, sent: copy.mail, failed: copy.mailFailed, expired: copy.mailFailed }[state](
        nameOfMail(template),
      ),
      by: copy.system,
    })),
    ...notes.map(({ id, text, moment, by }) => ({
      key: `note ${id}`,
      group: 'notes' as const,
      moment: new Date(moment),
      text: copy.note,
      said: text,
      by: by ? nameOf(by) : copy.erased,
    })),
  ].sort((one, other) => other.moment.getTime() - one.moment.getTime());
}

export const nameOfMail = (template: string): string =>
  Object.hasOwn(mailNames, template) ? mailNames[template as keyof typeof mailNames] : template;

const NOT_PEOPLE: Record<string, string> = {
  ...couriersToChoose,
  system: copy.system,
  stripe: copy.provider,
  visitor: copy.visitor,
};
const nameOf = ({ id, name }: { id: string; name: string | null }): string => name ?? NOT_PEOPLE[id] ?? copy.erased;

function NoteForm({ order, reload }: { order: OrderRow; reload: () => Promise<unknown> }) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const field = useRef<HTMLInputElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#order-note') field.current?.focus();
  }, [hash]);

  async function save() {
    const wanted = text.trim();
    if (busy || wanted === '') return;
    key.current ||= crypto.randomUUID();
    const note = { id: order.id, key: key.current, text: wanted };
    setBusy(true);
    const saved = await write(() => client.orders.admin.addNote(note), { failed: orderCopy.note.failed });
    setBusy(false);
    if (saved.outcome !== 'done') return toast.error(saved.text);
    key.current = '';
    setText('');
    toast.success(orderCopy.note.saved);
    await reload();
  }

  return (
    <form
      className={styles.compose}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label className="vh" htmlFor="order-note">
        {orderCopy.note.label}
      </label>
      <input
        id="order-note"
        ref={field}
        className={styles.input}
        placeholder={orderCopy.note.placeholder}
        value={text}
        maxLength={2000}
        onChange={(event) => {
          key.current = '';
          setText(event.target.value);
        }}
      />
      <Button type="submit" size="sm" variant="secondary" loading={busy}>
        {orderCopy.note.save}
      </Button>
    </form>
  );
}
