import { type RefObject, useState } from 'react';
import { fulfilmentRefusals } from '#domain/fulfilment/copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { OUT_OF_TURN_MIN } from '#domain/fulfilment/rules.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { client } from '../../api.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Refusal, write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import type { StepProps } from './packing-row.ts';
import { gramsOf, type Scanning } from './scan/use-scanning.ts';
import { offerUndo } from './undo.ts';

const copy = packingCopy.pack;

export interface PackFormProps extends StepProps {
  /** Faulty devices that the scanned ones take the place of, in their order; without them it is what was bought. */
  exchanges?: readonly { id: string; serial: string }[] | undefined;
  onTyping: (isTyping: boolean) => void;
}

/** The fields that lead back to what is missing. */
interface Fields {
  serial: RefObject<HTMLInputElement | null>;
  turn: RefObject<HTMLInputElement | null>;
}

/** From scanned devices to a parcel: what is missing before it is sent, and what came of sending it. */
export function usePacking(
  { packing, exchanges, reload, onTyping }: PackFormProps,
  scanning: Scanning,
  fields: Fields,
) {
  const { boxes, scanned } = scanning;
  const total = exchanges?.length ?? packing.missing;
  const [weightError, setWeightError] = useState('');
  const [conflict, setConflict] = useState<Refusal | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosen, setChosen] = useState<PackingCourier | null>(null);
  const courier = chosen ?? packing.couriers[0]!.name;
  const [busy, setBusy] = useState(false);
  const keys = useWriteKeys();
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState('');
  /** The server's answer, before the page has heard of it. */
  const [awaited, setAwaited] = useState<{ free: number; first: number } | null>(null);
  const turn = awaited ?? (exchanges ? null : packing.turn);

  async function pack(isPart: boolean) {
    const filled = boxes.filter(({ serials }) => serials.length > 0);
    const wrong = filled.find((box) => gramsOf(box) === null);
    setWeightError(wrong ? copy.weightWrong : '');
    if (busy || wrong) return;
    if (filled.length === 0 || (scanned.length < total && !isPart)) {
      scanning.setError(fulfilmentRefusals.SERIALS_MISSING({ missing: total - scanned.length }));
      return fields.serial.current?.focus();
    }
    const isLate = turn !== null && scanned.length > turn.free;
    if (isLate && reason.trim().length < OUT_OF_TURN_MIN) {
      setReasonError(copy.turnMissing);
      return fields.turn.current?.focus();
    }
    const weighed = filled.map((box) => ({ grams: gramsOf(box)!, serials: box.serials }));
    const key = keys.of(packing.id, courier, isPart, reason.trim(), weighed);
    setBusy(true);
    setProblem(null);
    const sent = await write(
      () =>
        client.fulfilment.admin.pack({
          order: packing.id,
          id: key,
          version: packing.version,
          courier,
          isPart,
          exchanges: exchanges?.map(({ id }) => id) ?? [],
          ...(isLate ? { outOfTurn: reason.trim() } : {}),
          boxes: weighed,
        }),
      { failed: copy.failed },
    );
    setBusy(false);
    if (sent.outcome === 'refused') return refused(sent);
    if (sent.outcome === 'unknown') return setProblem(sent);
    onTyping(false);
    scanning.clear();
    keys.renew();
    setReason('');
    setAwaited(null);
    const done = exchanges ? exchangeDesk.pack.done : copy.done;
    const said = isPart ? copy.partDone(sent.value.key) : done(packing.number);
    // What a courier was asked for is taken back by calling it, so no button says that it is easy.
    if (packing.couriers.find(({ name }) => name === courier)!.undoes) offerUndo(said, UNDO_SECONDS, () => undo(key));
    else toast.success(said);
    await reload();
  }

  async function undo(id: string) {
    const undone = await write(() => client.fulfilment.admin.cancel({ id }));
    if (undone.outcome !== 'done') return toast.error(undone.text);
    toast.success(copy.undone);
    await reload();
  }

  function refused(refusal: Refusal) {
    if (refusal.code === 'PACKED_MEANWHILE' || refusal.code === 'ORDER_CHANGED') return setConflict(refusal);
    if (refusal.code === 'DEVICES_AWAITED') {
      setAwaited(refusal.data as { free: number; first: number });
      return requestAnimationFrame(() => fields.turn.current?.focus());
    }
    const { serial } = (refusal.data ?? {}) as { serial?: string };
    if (!refusal.code.startsWith('SERIAL') || !serial) return setProblem(refusal);
    scanning.putBack(serial, refusal.text);
    requestAnimationFrame(() => fields.serial.current?.focus());
  }

  function showNew() {
    setConflict(null);
    scanning.clear();
    scanning.type('');
    keys.renew();
    onTyping(false);
    void reload();
  }

  return {
    busy,
    problem,
    conflict,
    turn,
    outOfTurn: {
      reason,
      error: reasonError,
      type(text: string) {
        setReason(text);
        setReasonError('');
      },
    },
    weight: {
      error: weightError,
      type(kilograms: string) {
        setWeightError('');
        scanning.weigh(kilograms);
      },
    },
    courier,
    setCourier: setChosen,
    pack,
    showNew,
  };
}
