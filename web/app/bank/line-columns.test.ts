import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Decisions, type Line, lineColumns } from './line-columns.tsx';

const nothing = () => {};
const decisions: Decisions = {
  busy: null,
  whole: true,
  own: null,
  isTooNew: false,
  onConfirm: nothing,
  onDecide: nothing,
  onDismiss: nothing,
  onReopen: nothing,
  onAgree: nothing,
  onUndoHold: nothing,
};
const line = { state: 'open', outgoing: false, payer: 'Ana Ilić', amount: 1_600_500, currency: 'RSD' };

/** The words of the buttons that can be pressed. */
function buttonsOf(verdict: Line['verdict'], whole: boolean): string[] {
  const column = lineColumns({ ...decisions, whole }).find(({ key }) => key === 'decide')!;
  const html = renderToStaticMarkup(createElement(Fragment, null, column.cell({ ...line, verdict } as Line)));
  const buttons = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)];
  return buttons.flatMap(([, attributes, words]) =>
    / disabled/.test(attributes!) ? [] : words!.replaceAll(/<[^>]*>/g, ''),
  );
}

test('of a statement that does not add up no payment is decided on; it is skipped all the same', () => {
  expect(buttonsOf('exact', true)).toEqual(['Potvrdi', 'Preskoči']);
  expect(buttonsOf('unknown', true)).toEqual(['Odluči', 'Preskoči']);
  expect(buttonsOf('exact', false)).toEqual(['Preskoči']);
  expect(buttonsOf('unknown', false)).toEqual(['Preskoči']);
});
