import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, useSyncExternalStore } from 'react';
import { DOOR_ANSWER_TIMEOUT_MS, isAdmitted } from '#domain/events/door/rules.ts';
import { client } from '../../../api.ts';
import { write } from '../../../write.ts';
import type { DeviceAtDoor } from './device-at-door.ts';
import { type Answer, answerFromGuestList, answerFromServer, NOTHING } from './door-answer.ts';
import { createQueue, type DoorCheck } from './door-queue.ts';
import { DOOR_STATE } from './door-state.ts';
import { signal, signalOf } from './signals.ts';

/** The codes read here, in their order: answered by the server, or by the list while there is no connection. */
export function useChecks({ device, live, connected, mark, keep, now }: DeviceAtDoor, readState: () => void) {
  const queries = useQueryClient();

  async function ask(asked: DoorCheck): Promise<Answer> {
    const isSent = live.current.isOnline || live.current.known === null;
    const fromServer = isSent ? await askServer(asked) : null;
    const answer = fromServer ?? (await askList(asked, isSent));
    signal(signalOf(answer.verdict));
    return answer;
  }

  /** `null`: the server did not answer, and the connection is lost. */
  async function askServer({ key, code, reason }: DoorCheck): Promise<Answer | null> {
    const hasList = live.current.known !== null;
    const outcome = await write(
      () =>
        client.events.admin.door.check({
          key,
          code,
          door: live.current.door,
          device,
          ...(reason ? { reason } : {}),
        }),
      { repeats: false, ...(hasList ? { patience: DOOR_ANSWER_TIMEOUT_MS } : {}) },
    );
    if (outcome.outcome === 'done') {
      const answer = answerFromServer(outcome.value);
      if (isAdmitted(outcome.value.verdict) && answer.code) mark(answer.code, answer.entry);
      connected(true);
      const { admitted, issued } = outcome.value;
      queries.setQueryData(DOOR_STATE.queryKey, (before) => before && { ...before, admitted, issued });
      readState();
      return answer;
    }
    if (outcome.outcome === 'refused' && outcome.code !== 'OFFLINE') return { ...NOTHING, problem: outcome.text };
    connected(false);
    return null;
  }

  /** What is decided here is told to the server later; so is a question that it may have heard. */
  async function askList(asked: DoorCheck, wasSent: boolean): Promise<Answer> {
    const { key, code, reason } = asked;
    const { known } = live.current;
    const answer = known ? await answerFromGuestList(asked, known, now()) : NOTHING;
    if (answer.verdict && isAdmitted(answer.verdict) && answer.code) {
      const made = { key, at: now().toISOString(), door: live.current.door };
      keep((others) => [...others, { kind: 'entry', ...made, code: answer.code!, ...(reason ? { reason } : {}) }]);
      const entry = answer.verdict === 'valid' ? made : answer.entry;
      mark(answer.code, entry);
      return { ...answer, entry };
    }
    if (wasSent && answer.verdict !== 'choose') keep((others) => [...others, { kind: 'question', key, code }]);
    return answer;
  }

  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  const [queue] = useState(() =>
    createQueue<Answer>(
      (asked) => latestAsk.current(asked),
      ({ verdict }) => verdict === 'choose',
    ),
  );
  const checks = useSyncExternalStore(queue.subscribe, queue.get);

  return { queue, checks };
}
