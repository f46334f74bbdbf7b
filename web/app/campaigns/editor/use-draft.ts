import { useEffect, useRef, useState } from 'react';
import { editorCopy } from '#domain/campaigns/own-copy.ts';
import { api, client, queryClient } from '../../api.ts';
import { STORAGE_KEY } from '../../session.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';

type Fields = Omit<Parameters<typeof client.campaigns.own.save>[0], 'id'>;

/** Milliseconds after the last change until a draft saves itself, and until it tries again. */
const PAUSE = 800;
const AGAIN = 5_000;

export interface Saving {
  state: 'saved' | 'saving' | 'unsaved';
  savedAt: string;
  /** Saves at once what is not saved yet; whether everything is. */
  flush: () => Promise<boolean>;
  /** Why it is not saved; an earlier reason while it is. */
  whyNot: () => string;
  note: (fields: Fields) => void;
  /** The draft is gone: nothing of it is to be saved. */
  drop: () => void;
}

/** Keeps a draft on the server in step with what is typed. Only what changed and is valid is sent; who leaves sends the rest. */
export function useDraft(id: string, updatedAt: string): Saving {
  const waiting = useRef<Fields>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));
  const failed = useRef(false);
  const left = useRef(false);
  const why = useRef<string>(editorCopy.unsaved);
  const [state, setState] = useState<Saving['state']>('saved');
  const [savedAt, setSavedAt] = useState(updatedAt);

  const send = async (): Promise<boolean> => {
    const fields = waiting.current;
    if (Object.keys(fields).length === 0) return true;
    waiting.current = {};
    setState('saving');
    const outcome = await write(() => client.campaigns.own.save({ id, ...fields }));
    if (outcome.outcome === 'done') {
      failed.current = false;
      // Whoever comes back begins with what is saved.
      queryClient.setQueryData(
        api.campaigns.own.read.queryKey({ input: { id } }),
        (old) => old && ({ ...old, ...fields, updatedAt: outcome.value.savedAt } as typeof old),
      );
      setSavedAt(outcome.value.savedAt);
      const isAll = Object.keys(waiting.current).length === 0;
      setState(isAll ? 'saved' : 'saving');
      return isAll ? true : send();
    }
    if (left.current) {
      toast.error(outcome.text);
      return false;
    }
    failed.current = true;
    const isRefused = outcome.outcome === 'refused' && outcome.code !== 'OFFLINE';
    why.current = isRefused ? `${editorCopy.notSaved} ${outcome.text}` : editorCopy.unsaved;
    waiting.current = { ...fields, ...waiting.current };
    setState('unsaved');
    timer.current = setTimeout(() => void flush(), AGAIN);
    return false;
  };
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current = running.current.then(send);
    return running.current;
  };
  const note = (fields: Fields) => {
    waiting.current = { ...waiting.current, ...fields };
    // What is typed is no value yet: nothing is under way.
    if (Object.keys(waiting.current).length === 0) return;
    failed.current = false;
    setState('saving');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), PAUSE);
  };
  const drop = () => {
    clearTimeout(timer.current);
    waiting.current = {};
  };
  // A page that is closed sends nothing any more, and a sign-out has sent what it could.
  useEffect(() => {
    if (state !== 'saving') return;
    const warn = (event: BeforeUnloadEvent) => {
      if (window.localStorage.getItem(STORAGE_KEY) !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
  const leave = useRef(flush);
  leave.current = flush;
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      clearTimeout(timer.current);
      // What could not be saved was asked about.
      if (!failed.current) void leave.current();
    };
  }, []);
  return { state, savedAt, flush, whyNot: () => why.current, note, drop };
}
