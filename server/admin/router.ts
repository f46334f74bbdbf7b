import { anyStaff, staff } from '../access.ts';
import { readToday } from '../flows/desk/read-today.ts';
import { searchDesk } from '../flows/desk/search-desk.ts';
import { readAudit } from './audit.ts';
import { listMails, previewMail, retryFailedMails, retryMail } from './mails.ts';
import { readOverview, readSales } from './overview.ts';

const mailProcedures = staff('manage mail').admin.mails;

export const adminRouter = {
  overview: anyStaff.admin.overview.handler(({ context: { deps, person } }) => readOverview(deps, person.permissions)),

  today: anyStaff.admin.today.handler(({ context: { deps, person } }) => readToday(deps, person.permissions)),

  find: anyStaff.admin.find.handler(({ context: { deps, person }, input }) =>
    searchDesk(deps, person.permissions, input.q),
  ),

  sales: staff('see sales').admin.sales.handler(({ context: { deps }, input }) => readSales(deps, input.by)),

  audit: staff('see audit').admin.audit.handler(({ context: { deps }, input }) => readAudit(deps.db, input)),

  mails: {
    list: mailProcedures.list.handler(({ context: { deps }, input }) => listMails(deps, input)),

    preview: mailProcedures.preview.handler(({ context: { deps, actor }, input }) =>
      previewMail(deps, actor, input.id),
    ),

    retry: mailProcedures.retry.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => retryMail(tx, deps, actor, input.id)),
    ),

    retryFailed: mailProcedures.retryFailed.handler(({ context: { deps, actor } }) =>
      deps.db.transaction((tx) => retryFailedMails(tx, deps, actor)),
    ),
  },
};
