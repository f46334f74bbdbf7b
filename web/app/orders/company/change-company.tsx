import { useState } from 'react';
import { changedCompanyCopy as copy } from '#domain/orders/company/changed-company-copy.ts';
import { Button } from '../../ui/button.tsx';
import { CompanyDialog, type CompanyDialogProps } from './company-dialog.tsx';

/** Opens the form of which firm an order is for. A form that is open stays when that can be changed no more, with what was typed. */
export function ChangeCompany(props: Omit<CompanyDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {props.canChange && (
        <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
          {copy.edit}
          <span className="vh"> {copy.what}</span>
        </Button>
      )}
      {open && <CompanyDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
