import { useEffect, useRef } from 'react';
import type { LiveScreen } from '#domain/live/rules.ts';
import { type Connection, useLiveList } from './live.ts';
import { isListInUse, repeatWhileListFree } from './pointed.ts';

/** `useLiveList` for rows with buttons that are read whole: they are read again once nobody is about to press one of them. */
export function useLiveRows(screen: LiveScreen, reload: () => Promise<unknown>): Connection {
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  return useLiveList(screen, async () => {
    if (isListInUse())
      await new Promise<void>((free) => {
        stop.current = repeatWhileListFree(isListInUse, () => {
          stop.current();
          free();
        });
      });
    return reload();
  });
}
