import { hashKey } from '@tanstack/react-query';

/** One field of a form that two have written, as people read it. */
export interface MergeRow<Name extends string> {
  name: Name;
  label: string;
  /** What both saw before. */
  was: string;
  mine: string;
  theirs: string;
}

export type Side = 'mine' | 'theirs';
export type Choice<Name extends string> = Partial<Record<Name, Side>>;

interface Sides<Values> {
  was: Values;
  mine: Values;
  theirs: Values;
}

/** What a refusal brought, and what the screen showed when it came. */
export interface Brought<Values> {
  now: Values;
  shown: Values;
}

/** What stands there: what the refusal brought, until the screen has read something else than it showed then. */
export const standingNow = <Values>({ now, shown }: Brought<Values>, live: Values): Values =>
  hashKey([live]) === hashKey([shown]) ? now : live;

/** The fields of the form in the order of `labels`. */
export const mergeRows = <Values extends object, Name extends keyof Values & string>(
  labels: Record<Name, string>,
  { was, mine, theirs }: Sides<Values>,
  text: (value: Values[Name]) => string = (value) => String(value).trim(),
): MergeRow<Name>[] =>
  (Object.keys(labels) as Name[]).map((name) => ({
    name,
    label: labels[name],
    was: text(was[name]),
    mine: text(mine[name]),
    theirs: text(theirs[name]),
  }));

/** Whether both sides wrote the same field, each in another way. */
export const isDisputed = ({ was, mine, theirs }: MergeRow<string>): boolean =>
  mine !== theirs && mine !== was && theirs !== was;

/** What is chosen before anybody chooses: the side that changed, where only one did. */
export function defaultChoices<Name extends string>(rows: readonly MergeRow<Name>[]): Choice<Name> {
  const sides = rows.flatMap((row): [Name, Side][] => {
    if (isDisputed(row)) return [];
    return [[row.name, row.mine === row.was ? 'theirs' : 'mine']];
  });
  return Object.fromEntries(sides) as Choice<Name>;
}

/** What stands there now, with what was chosen of one's own text over it. */
export const mergedValues = <Values extends object, Name extends keyof Values & string>(
  chosen: Choice<Name>,
  mine: Values,
  theirs: Values,
): Values => {
  const own = (Object.keys(chosen) as Name[]).filter((name) => chosen[name] === 'mine');
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
};
