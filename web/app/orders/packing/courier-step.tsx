import { useEffect, useState } from 'react';
import { couriersToChoose } from '#domain/fulfilment/copy.ts';
import type { RequestDecision } from '#domain/fulfilment/courier-requests.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { type PackingCourier, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import { AskCourier } from './ask-courier.tsx';
import styles from './next-step.module.css';
import type { PackingRow, ParcelRow, StepProps } from './packing-row.ts';

const copy = packingCopy.courier;
const FAILED = { failed: copy.failed };

/** A parcel that its courier has not confirmed: what is wrong, and what a person can do about it. */
export function CourierStep({ packing, reload, parcel }: StepProps & { parcel: ParcelRow }) {
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = shipmentKey(packing.number, parcel.n);
  const courier = couriersToChoose[parcel.courier as PackingCourier];
  const request = parcel.request!;
  const left = useSecondsUntil(request.nextAt);
  const { title, text } = saidOf(packing, request, { key, courier, left });
  const isUnknown = request.state === 'unknown';

  async function send(what: string, ask: () => Promise<Outcome<unknown>>, done: string) {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    const sent = await ask();
    setBusy('');
    if (sent.outcome !== 'done') setProblem(sent);
    else toast.success(done);
    if (sent.outcome !== 'unknown') await reload();
  }
  const decide = (decision: RequestDecision) =>
    send(
      decision,
      () =>
        write(
          () => client.fulfilment.admin.decideRequest({ id: parcel.id, decision, attempts: request.attempts }),
          FAILED,
        ),
      decision === 'has' ? copy.saved : copy.resent,
    );
  const change = (to: PackingCourier) =>
    send(
      to,
      () => write(() => client.fulfilment.admin.changeCourier({ id: parcel.id, courier: to }), FAILED),
      copy.changed(key, couriersToChoose[to]),
    );
  const cancel = () =>
    send(
      'cancel',
      () => write(() => client.fulfilment.admin.cancel({ id: parcel.id }), FAILED),
      packingCopy.hand.cancelled(key),
    );
  const others = packing.couriers.filter(({ name }) => name !== parcel.courier);

  return (
    <div className={styles.pack}>
      <div className={styles.words} role="status">
        <b>{title}</b>
        <p>{text}</p>
      </div>
      {problem && (
        <div className={styles.problem}>
          <FormProblem problem={problem} />
        </div>
      )}
      <div className={styles.moves} data-long>
        {!request.isInDoubt && !isUnknown && (
          <Button size="sm" variant="secondary" loading={busy === 'cancel'} onClick={() => void cancel()}>
            {packingCopy.hand.cancel}
          </Button>
        )}
        {isUnknown && request.mayAsk && <AskCourier id={parcel.id} />}
        {isUnknown ? (
          <>
            <Button size="sm" variant="secondary" loading={busy === 'has_not'} onClick={() => void decide('has_not')}>
              {copy.hasNot}
            </Button>
            <Button loading={busy === 'has'} onClick={() => void decide('has')}>
              {copy.has}
            </Button>
          </>
        ) : (
          <>
            {!request.isInDoubt &&
              others.map(({ name }) => (
                <Button
                  key={name}
                  size="sm"
                  variant="secondary"
                  loading={busy === name}
                  onClick={() => void change(name)}
                >
                  {copy.change(couriersToChoose[name])}
                </Button>
              ))}
            {(request.state !== 'waiting' || request.failures > 0) && (
              <Button loading={busy === 'again'} onClick={() => void decide('again')}>
                {request.state === 'waiting' ? copy.now : copy.again}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function saidOf(
  { delivery }: PackingRow,
  { state, failures, answer, mayAsk }: NonNullable<ParcelRow['request']>,
  { key, courier, left }: { key: string; courier: string; left: number },
): { title: string; text: string } {
  if (state === 'unknown') return { title: copy.unknown, text: copy.unknownText(courier, mayAsk) };
  if (state === 'refused') return { title: copy.refused, text: copy.refusedText(answer) };
  if (state === 'address_unknown') {
    const street = [delivery?.address, delivery?.addressNumber].filter(Boolean).join(' ');
    return { title: copy.address, text: copy.addressText(courier, street, delivery?.city ?? '') };
  }
  if (failures > 0)
    return { title: copy.waits(key), text: left > 0 ? copy.downText(courier, left) : copy.downNow(courier) };
  return { title: copy.waits(key), text: copy.sendingText };
}

function useSecondsUntil(when: Date | string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(tick);
  }, []);
  return Math.max(0, Math.ceil((new Date(when).getTime() - now) / 1000));
}
