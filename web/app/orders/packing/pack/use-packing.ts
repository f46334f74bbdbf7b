import { type RefObject, useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { client } from '../../../api.ts';
import type { Problem } from '../../../ui/form/form-problem.tsx';
import { toast } from '../../../ui/overlay/toast.tsx';
import { type Refusal, write } from '../../../write.ts';
import { useWriteKeys } from '../../../write-keys.ts';
import type { StepProps } from '../packing-row.ts';
import { offerUndo } from '../undo.ts';
import { useFilledBoxes } from './use-filled-boxes.ts';
import { type Turn, useOutOfTurn } from './use-out-of-turn.ts';
import type { Scanning } from './use-scanning.ts';

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
  const { scanned } = scanning;
  const { hasWeights, isWhole, weighed, weight } = useFilledBoxes(
    scanning,
    exchanges?.length ?? packing.missing,
    fields.serial,
  );
  const outOfTurn = useOutOfTurn(exchanges ? null : packing.turn, fields.turn);
  const [conflict, setConflict] = useState<Refusal | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosen, setChosen] = useState<PackingCourier | null>(null);
  const courier = chosen ?? packing.couriers[0]!.name;
  const [busy, setBusy] = useState(false);
  const keys = useWriteKeys();

  async function pack(isPart: boolean) {
    if (!hasWeights() || busy || !isWhole(isPart) || !outOfTurn.isReady(scanned.length)) return;
    const boxes = weighed();
    const reason = outOfTurn.reason.trim();
    const key = keys.of(packing.id, courier, isPart, reason, boxes);
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
          ...(outOfTurn.isLate(scanned.length) ? { outOfTurn: reason } : {}),
          boxes,
        }),
      { failed: copy.failed },
    );
    setBusy(false);
    if (sent.outcome === 'refused') return refused(sent);
    if (sent.outcome === 'unknown') return setProblem(sent);
    onTyping(false);
    scanning.clear();
    keys.renew();
    outOfTurn.clear();
    const done = exchanges ? exchangeDesk.pack.done : copy.done;
    const said = isPart ? copy.partDone(sent.value.key) : done(packing.number);
    // What a courier was asked for is taken back by calling it, so no button says that it is easy.
    if (packing.couriers.find(({ name }) => name === courier)!.undoes)
      offerUndo(said, UNDO_SECONDS, () => undo(key, reload));
    else toast.success(said);
    await reload();
  }

  function refused(refusal: Refusal) {
    if (refusal.code === 'PACKED_MEANWHILE' || refusal.code === 'ORDER_CHANGED') return setConflict(refusal);
    if (refusal.code === 'DEVICES_AWAITED') return outOfTurn.askFor(refusal.data as Turn);
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

  return { busy, problem, conflict, outOfTurn, weight, courier, setCourier: setChosen, pack, showNew };
}

async function undo(id: string, reload: StepProps['reload']) {
  const undone = await write(() => client.fulfilment.admin.cancel({ id }));
  if (undone.outcome !== 'done') return toast.error(undone.text);
  toast.success(copy.undone);
  await reload();
}
