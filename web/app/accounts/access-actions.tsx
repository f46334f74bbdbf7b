import { type ComponentProps, useState } from 'react';
import { people as copy } from '#domain/accounts/people-copy.ts';
import { meanwhileOf } from '../admin/use-asked.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { EndingActions } from './ending-actions.tsx';
import styles from './people.module.css';
import type { PersonRow } from './people-columns.tsx';
import { isStaff } from './people-columns.tsx';

interface Props {
  row: PersonRow;
  /** The super-admin acts: nobody else grants or takes rights, or changes accounts of staff. */
  rules: boolean;
  /** May block people and end their contracts. */
  ends: boolean;
  /** Nobody takes rights from themselves. */
  own: boolean;
  onAdmin: (row: PersonRow, on: boolean) => void;
  onBlock: (row: PersonRow, on: boolean) => void;
  save: ComponentProps<typeof EndingActions>['save'];
}

/** Rights, block and contract of one person, each after a question. The super-admin's cannot be changed. */
export function AccessActions({ row, rules, ends, own, onAdmin, onBlock, save }: Props) {
  const [asked, setAsked] = useState<{ what: 'admin' | 'block'; was: boolean } | null>(null);
  if (row.isSuperAdmin || own) return null;
  if (!rules && isStaff(row)) return null;
  if (row.closedAt) return <EndingActions row={row} save={save} />;
  if (!ends) return null;
  const blocked = row.blockedAt !== null;
  const question =
    asked?.what === 'admin'
      ? {
          title: row.isAdmin ? copy.admin.take : copy.admin.give,
          text: (row.isAdmin ? copy.admin.takeText : copy.admin.giveText)(row.email),
          danger: row.isAdmin,
          act: () => onAdmin(row, !row.isAdmin),
        }
      : {
          title: blocked ? copy.block.off : copy.block.on,
          text: (blocked ? copy.block.offText : copy.block.onText)(row.email),
          danger: !blocked,
          act: () => onBlock(row, !blocked),
        };
  const now = asked?.what === 'admin' ? row.isAdmin : blocked;
  return (
    <>
      <div className={styles.rights}>
        {!row.toBeRegistered && rules && (
          <Button size="sm" variant="secondary" onClick={() => setAsked({ what: 'admin', was: row.isAdmin })}>
            {row.isAdmin ? copy.admin.take : copy.admin.give}
          </Button>
        )}
        <Button
          size="sm"
          variant={blocked ? 'secondary' : 'danger'}
          onClick={() => setAsked({ what: 'block', was: blocked })}
        >
          {blocked ? copy.block.off : copy.block.on}
        </Button>
        <ConfirmDialog
          open={asked !== null}
          onOpenChange={() => setAsked(null)}
          title={question.title}
          text={question.text}
          yes={question.title}
          danger={question.danger}
          meanwhile={asked && meanwhileOf(asked.was, now, true, () => setAsked({ ...asked, was: now }))}
          onConfirm={() => {
            setAsked(null);
            question.act();
          }}
        />
      </div>
      {!row.toBeRegistered && !rules && <p className="muted s">{copy.admin.only}</p>}
      <EndingActions row={row} save={save} />
    </>
  );
}
