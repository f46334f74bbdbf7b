import { useState } from 'react';
import { changedCompanyCopy as copy } from '#domain/orders/company/changed-company-copy.ts';
import { Button } from '../../ui/button.tsx';
import { CompanyDialog, type OrderOfFirm } from './company-dialog.tsx';

/** Opens the form of which firm an order is for; for its buyer or for staff. */
export function ChangeCompany(props: { order: OrderOfFirm; by: 'buyer' | 'staff'; reload: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        {copy.edit}
        <span className="vh"> {copy.what}</span>
      </Button>
      {open && <CompanyDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
