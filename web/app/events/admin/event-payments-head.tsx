import { owedCopy, statementCopy } from '#domain/bank/copy.ts';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { changeCopy } from '#domain/events/change/copy.ts';
import { detailsCopy } from '#domain/events/ticket/copy.ts';
import { pages } from '#domain/pages.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { AdminHead } from '../../ui/page-head.tsx';

/** The bank's statement, what is owed back, and the change of the event. */
export type EventPaymentsDialog = 'statement' | 'owed' | 'change';

interface Props {
  /** How many are owed money; `null`: not known yet. */
  owed: number | null;
  canChange: boolean;
  onOpen: (dialog: EventPaymentsDialog) => void;
  onDetails: () => void;
  onExport: (format: 'csv' | 'xlsx') => void;
}

/** The title of the page, and what is done with all reservations or with the event itself. */
export function EventPaymentsHead({ owed, canChange, onOpen, onDetails, onExport }: Props) {
  return (
    <AdminHead title={copy.title}>
      <TextLink to={pages.adminCheckIn.path}>{pages.adminCheckIn.name}</TextLink>
      <Button size="sm" onClick={() => onOpen('statement')}>
        {statementCopy.title}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => onOpen('owed')}>
        {owedCopy.button(owed)}
      </Button>
      <Button size="sm" variant="secondary" onClick={onDetails}>
        {detailsCopy.open}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => onExport('xlsx')}>
        {copy.exportExcel}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => onExport('csv')}>
        {copy.exportCsv}
      </Button>
      {canChange && (
        <Button size="sm" variant="ghost" onClick={() => onOpen('change')}>
          {changeCopy.button}
        </Button>
      )}
    </AdminHead>
  );
}
