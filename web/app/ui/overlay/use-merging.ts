import { useState } from 'react';
import { type Choice, defaultChoices, isDisputed, mergedValues, mergeRows } from './merge-rows.ts';

interface Form<Values extends object, Name extends keyof Values & string> {
  labels: Record<Name, string>;
  text?: (value: Values[Name]) => string;
  typed: () => Values;
  fill: (values: Values) => void;
  save: (values: Values) => void;
}

/**
 * A form over whose fields somebody else has written: `now` is what stands there. Once that was seen, fields that one side touched are
 * taken from it; where both wrote, `asked` is the question of `MergeDialog`, and what is chosen there is saved. A save that was refused
 * with what stands there asks at once (`ask`).
 */
export function useMerging<Values extends object, Name extends keyof Values & string>(
  now: Values,
  { labels, text, typed, fill, save }: Form<Values, Name>,
) {
  const [seen, setSeen] = useState(now);
  const [isAsked, setIsAsked] = useState(false);
  const rows = () => mergeRows(labels, { was: seen, mine: typed(), theirs: now }, text);

  function take(chosen: Choice<Name>): Values {
    const values = mergedValues(chosen, typed(), now);
    setSeen(now);
    setIsAsked(false);
    fill(values);
    return values;
  }

  function onSeen() {
    if (rows().some(isDisputed)) setIsAsked(true);
    else take(defaultChoices(rows()));
  }

  const asked = isAsked && {
    rows: rows(),
    onBack: () => setIsAsked(false),
    onChoose: (chosen: Choice<Name>) => save(take(chosen)),
  };
  return { seen, onSeen, ask: () => setIsAsked(true), asked };
}
