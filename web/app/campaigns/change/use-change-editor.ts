import { useState } from 'react';
import { categoryCopy } from '#domain/campaigns/category-copy.ts';
import { editorCopy } from '#domain/campaigns/own-copy.ts';
import { isAddressTooLong, readAddress } from '#domain/campaigns/rules.ts';
import { useDeclaration } from '../categories/declaration.tsx';
import { useOwnFilms } from '../editor/adverts/films.tsx';
import type { OwnCampaignRow } from '../editor/own-campaign.ts';
import { useDraft } from '../editor/use-draft.ts';
import type { ChangeProps } from './change.ts';
import { useChangeActions } from './use-change-actions.ts';

type Pictures = OwnCampaignRow['pictures'];

/** The draft of a change: what is typed, what it lacks before it may be sent, and sending and dropping it. */
export function useChangeEditor(props: ChangeProps) {
  const { change, running, reload } = props;
  const { id, kind, pictures } = change;
  const draft = useDraft(id, change.updatedAt);
  const films = useOwnFilms(id, kind === 'spot', reload);
  const [url, setUrl] = useState(change.url);
  const declaration = useDeclaration({
    before: change,
    plan: change,
    beyond: { words: categoryCopy.changeBeyond },
  });
  const [tried, setTried] = useState(false);

  const isSame = isShownAlready(running, url, pictures);
  /** What is typed is not saved. */
  const isHeld = isAddressTooLong(url, change.url);
  const missing = missingIn(isHeld ? null : url, pictures, films.waiting);
  const wrong = (what: 'url' | 'picture') => {
    if (what === 'url' && isHeld) return editorCopy.urlLong;
    return tried && missing.includes(what) ? editorCopy.wrong[what] : undefined;
  };
  const changeUrl = (typed: string) => {
    setUrl(typed);
    if (!isAddressTooLong(typed, change.url)) draft.note({ url: typed });
  };

  const actions = useChangeActions(props, draft);
  const send = () => {
    setTried(true);
    const { declared } = declaration;
    if (!isSame && missing.length === 0 && declared) void actions.send(declared);
  };
  return {
    ...actions,
    draft,
    films,
    url,
    changeUrl,
    isHeld,
    fields: declaration.fields(tried),
    isSame,
    missing,
    wrong,
    send,
  };
}

/** What staff only ended may go on as it was. */
const isShownAlready = (running: ChangeProps['running'], url: string, pictures: Pictures): boolean =>
  running.state !== 'done' &&
  url.trim() === running.url &&
  pictures.length === running.pictures.length &&
  pictures.every(({ file }) => running.pictures.some((one) => one.file === file));

/** `url`: `null` when it is too long. */
const missingIn = (url: string | null, pictures: Pictures, waitingFilms: number) => [
  ...(url === null || readAddress(url.trim()) === null ? (['url'] as const) : []),
  ...(pictures.length === 0 ? (['picture'] as const) : []),
  ...(waitingFilms > 0 ? (['film'] as const) : []),
];
