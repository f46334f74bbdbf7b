import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { withQuery } from '../../admin/list-tools.tsx';
import { DataPart } from '../../part/data-part.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { StatementImport } from '../statement-import.tsx';
import { KeyHints } from './statement/key-hints.tsx';
import { StatementDesk } from './statement/statement-desk.tsx';
import { nameOf, StatementPager } from './statement/statement-head.tsx';
import { useLastDecision } from './statement/use-last-decision.ts';
import { useStatements } from './statement/use-statements.ts';
import { Unmatched } from './unmatched.tsx';

const OwedDialog = lazyComponent(() => import('../owed-dialog.tsx'), { size: 'dialog', title: lateCopy.owed });
const ImportDialog = lazyComponent(() => import('./import-dialog.tsx'), { size: 'dialog', title: lateCopy.statement });

/** What other parts show here: buttons of the page, and what they find in a statement. */
export interface DeskParts {
  actions: ReactNode;
  payoutsOf: (statement: { importId: string; whole: boolean; onDone: () => void }) => ReactNode;
}

/** Statements of every account, or of all of them the payments that name nothing, as the address says. */
export default function BankDesk(parts: DeskParts) {
  const [search] = useSearchParams();
  return search.get('rows') === 'unmatched' ? <Unmatched /> : <OneStatement {...parts} />;
}

/** One at a time: which one stands in the address, without one it is the newest. */
function OneStatement({ actions, payoutsOf }: DeskParts) {
  const [search, setSearch] = useAddressParams();
  const [opened, setOpened] = useState<'import' | 'owed' | null>(null);
  const { remember, undo, undoLast } = useLastDecision();
  const { imports, part, owed, rows, isSought, current } = useStatements(search.get('statement'));
  const open = (id: string) => {
    setOpened(null);
    setSearch((now) => withQuery(withQuery(now, 'statement', id), 'finding', ''), { preventScrollReset: true });
    void imports.reload();
  };

  return (
    <>
      <AdminHead title={copy.title}>
        {current && (
          <StatementPager
            rows={rows}
            current={current}
            more={imports.more !== null}
            onOpen={open}
            onMore={() => void imports.more?.()}
          />
        )}
        {actions}
        <Button size="sm" variant="secondary" onClick={() => setOpened('owed')}>
          {copy.owed(owed.data?.count ?? 0)}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setOpened('import')}>
          {copy.load}
        </Button>
      </AdminHead>
      <DataPart
        name={copy.statements}
        part={isSought && part.state === 'ready' ? { ...part, state: 'loading' } : part}
        lines={8}
      >
        {() =>
          current ? (
            <StatementDesk
              key={current.id}
              statement={current}
              name={nameOf(current)}
              payoutsOf={payoutsOf}
              onDone={remember}
              onUndo={undo}
              onUndoLast={undoLast}
            />
          ) : (
            !isSought && (
              <div className="stack">
                <Empty title={copy.empty} />
                <StatementImport onImported={open} />
              </div>
            )
          )
        }
      </DataPart>
      <KeyHints />
      {opened === 'import' && <ImportDialog onClose={() => setOpened(null)} onImported={open} />}
      {opened === 'owed' && <OwedDialog onClose={() => setOpened(null)} onChanged={() => void owed.refetch()} />}
    </>
  );
}
