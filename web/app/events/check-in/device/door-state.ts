import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { api } from '../../../api.ts';

const STATE_MS = 15_000;

/** The state of all doors, as the server tells it. */
export const DOOR_STATE = api.events.admin.door.state.queryOptions({ refetchInterval: STATE_MS, retry: false });

/** The state of all doors, and the time by the server's clock. */
export function useDoorState() {
  const clock = useRef(0);
  const now = useCallback(() => new Date(Date.now() + clock.current), []);
  const state = useQuery(DOOR_STATE);
  useEffect(() => {
    if (state.data) clock.current = new Date(state.data.now).getTime() - state.dataUpdatedAt;
  }, [state.data, state.dataUpdatedAt]);
  return { state, now };
}
