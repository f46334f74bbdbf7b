import type { ComponentProps } from 'react';
import type { Meanwhile } from '../ui/overlay/meanwhile-notice.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { EndDialog } from './end-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import type { PersonRow } from './people-columns.tsx';
import type { Question } from './person-questions.ts';

interface Props {
  row: PersonRow;
  question: Question;
  meanwhile: Meanwhile | null;
  save: ComponentProps<typeof EndDialog>['save'];
  onBlock: ComponentProps<typeof BlockDialog>['onBlock'];
  onErase: ComponentProps<typeof EraseDialog>['onErase'];
  close: () => void;
}

/** What was chosen in the menu of a person's row is asked about before it is done. */
export function QuestionDialog({ row, question, meanwhile, save, onBlock, onErase, close }: Props) {
  if (question === 'erase') return <EraseDialog row={row} onClose={close} onErase={onErase} />;
  const shared = { row, meanwhile, close };
  if (question === 'block') return <BlockDialog {...shared} onBlock={onBlock} />;
  return <EndDialog {...shared} way={question} save={save} />;
}
