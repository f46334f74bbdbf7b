import { member, staff } from '../access.ts';
import { issueMissingInvoice } from '../flows/documents/issue-missing-invoice.ts';
import { archiveOf, openDocument } from '../flows/documents/read-documents.ts';
import { readInvoice, reissueInvoice } from '../flows/documents/reissue.ts';
import { sendDocument } from '../flows/documents/send-document.ts';

const own = member.documents;
const sales = staff('see sales').documents.admin;

export const documentsRouter = {
  open: own.open.handler(({ context: { deps, person }, input }) =>
    openDocument(deps, { ownerId: person.id }, input.id),
  ),

  all: own.all.handler(({ context: { deps, person }, input }) => archiveOf(deps, { ownerId: person.id }, input.number)),

  admin: {
    open: sales.open.handler(({ context: { deps }, input }) => openDocument(deps, 'anybody', input.id)),

    all: sales.all.handler(({ context: { deps }, input }) => archiveOf(deps, 'anybody', input.number)),

    look: sales.look.handler(({ context: { deps }, input }) => readInvoice(deps.db, input.id)),

    reissue: staff('handle payments').documents.admin.reissue.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => reissueInvoice(tx, deps, actor, input)),
    ),

    issue: staff('handle payments').documents.admin.issue.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => issueMissingInvoice(tx, deps, actor, input)),
    ),

    send: staff('handle payments').documents.admin.send.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => sendDocument(tx, deps, actor, input)),
    ),
  },
};
