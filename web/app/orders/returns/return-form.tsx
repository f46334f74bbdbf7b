import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { dinarsAt } from '#domain/prices.ts';
import { returnCopy as copy } from '#domain/returns/copy.ts';
import { KIND_PARAMETER } from '#domain/returns/paths.ts';
import { picturesCopy } from '#domain/returns/pictures-copy.ts';
import { REASON_MIN, type ReturnKind, type ReturnWay } from '#domain/returns/rules.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { PictureField, useReturnPictures } from './picture-field.tsx';
import styles from './return.module.css';
import { DevicesField, KindField, ReasonField, WayField } from './return-fields.tsx';
import type { OwnReturnsRow } from './return-row.ts';
import { noWithdrawalSaid } from './withdrawal-said.ts';

/** Which devices, why, and how they are sent; what goes back stands beside it. */
export function ReturnForm({ own, reload }: { own: OwnReturnsRow; reload: () => Promise<unknown> }) {
  const { number, kinds, devices } = own;
  const [search] = useSearchParams();
  const [wanted, setKind] = useState(() => kinds.find((one) => one === search.get(KIND_PARAMETER)) ?? kinds[0]!);
  const kind = kinds.includes(wanted) ? wanted : kinds[0]!;
  const only = devices.length === 1 ? [devices[0]!.serial] : [];
  const [ticked, setTicked] = useState<string[]>(only);
  const chosen = ticked.filter((serial) => devices.some((device) => device.serial === serial));
  const [way, setWay] = useState<ReturnWay>('label');
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = useRef('');
  const pictures = useReturnPictures({ number, returnId: null, pictures: own.pictures, reload });

  const isShort = kind === 'complaint' && reason.trim().length < REASON_MIN;
  /** A change makes it another return. */
  const change = (doing: () => void) => {
    key.current = '';
    setProblem(null);
    doing();
  };

  const send = useSingleFlight(async () => {
    setAsked(true);
    if (chosen.length === 0) return setProblem({ text: copy.none });
    if (isShort) return setProblem({ text: copy.short, atFields: true });
    if (pictures.isSending) return setProblem({ text: picturesCopy.wait });
    key.current ||= crypto.randomUUID();
    const said = { number, id: key.current, kind, way, serials: chosen, reason };
    setBusy(true);
    setProblem(null);
    const sent = await write(() => client.returns.ask(said));
    setBusy(false);
    if (sent.outcome !== 'done') setProblem(sent);
    else {
      toast.success(copy.sent[kind]);
      change(() => {
        setTicked([]);
        setReason('');
        setAsked(false);
      });
    }
    await reload();
  });

  return (
    <>
      <Head own={own} kind={kind} />
      <div className={styles.columns}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <KindField kinds={kinds} kind={kind} onChoose={(one) => change(() => setKind(one))} />
          <DevicesField
            kind={kind}
            devices={devices}
            chosen={chosen}
            onChoose={(serials) => change(() => setTicked(serials))}
          />
          <ReasonField
            kind={kind}
            reason={reason}
            isWrong={isAsked && isShort}
            onType={(typed) => change(() => setReason(typed))}
          />
          <PictureField own={pictures} />
          <WayField kind={kind} way={way} onChoose={(one) => change(() => setWay(one))} />
          <FormProblem problem={problem} />
          <UnsavedTextGuard when={reason.trim() !== '' && !busy} what={copy.kinds[kind]} />
          <div className={styles.buttons}>
            <Button type="submit" loading={busy}>
              {copy.send[kind]}
            </Button>
            <ButtonLink variant="secondary" to={orderPath(number)}>
              {copy.back}
            </ButtonLink>
          </div>
        </form>
        <aside className={styles.aside}>
          {kind === 'withdrawal' && <Sum own={own} chosen={chosen} way={way} />}
          <NextSteps kind={kind} />
        </aside>
      </div>
    </>
  );
}

/** Until when the whole order may go back, and what is so of a company. */
function Head({ own, kind }: { own: OwnReturnsRow; kind: ReturnKind }) {
  const { kinds, until } = own;
  return (
    <header className={styles.head}>
      <h1 className="d h2">{copy.kinds[kind]}</h1>
      <p className="muted">
        {kind === 'complaint' ? copy.leadFault : until!.withdrawal ? copy.lead(until!.withdrawal) : copy.leadOfPart}
      </p>
      {!kinds.includes('withdrawal') && <p className="muted">{noWithdrawalSaid(own)}</p>}
    </header>
  );
}

function NextSteps({ kind }: { kind: ReturnKind }) {
  return (
    <section className={styles.panel}>
      <h2>{copy.next}</h2>
      <ol className={styles.steps}>
        {copy.steps[kind].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </section>
  );
}

/** What goes back of these devices; nothing where it was not paid by card. */
function Sum({ own, chosen, way }: { own: OwnReturnsRow; chosen: readonly string[]; way: ReturnWay }) {
  const { currency, rate } = own;
  const count = chosen.length;
  const price = own.amounts[count - 1];
  if (price === undefined) return null;
  const reduced = own.devices.reduce((sum, one) => (chosen.includes(one.serial) ? sum + one.reduced : sum), 0);
  const whole = Math.max(0, Math.min(own.left, price - reduced));
  const label = way === 'label' ? own.label : 0;
  const back = Math.max(0, whole - label);
  return (
    <section className={styles.panel}>
      <h2>{copy.refund}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{copy.count(count)}</dt>
          <dd>{formatMoneyExact({ amount: whole, currency })}</dd>
        </div>
        {label > 0 && (
          <div>
            <dt>{copy.labelLine}</dt>
            <dd>−{formatMoneyExact({ amount: label, currency })}</dd>
          </div>
        )}
        <div>
          <dt>{copy.delivery}</dt>
          <dd>{copy.deliveryIn}</dd>
        </div>
      </dl>
      <p className={styles.sum}>
        <span className="muted s">{copy.sum}</span>
        <b>{formatMoneyExact({ amount: back, currency })}</b>
        {currency === 'EUR' && <span className="s">{copy.dinars(formatMoney(dinarsAt(back, rate)))}</span>}
      </p>
    </section>
  );
}
