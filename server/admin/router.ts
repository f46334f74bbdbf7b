import { staff } from '../access.ts';
import { readAudit } from './audit.ts';
import { listMails, previewMail, retryMail } from './mails.ts';
import { overviewOf, readSales } from './overview.ts';

const mailDoor = staff('manage mail').admin.mails;

export const adminRouter = {
  overview: staff('see sales').admin.overview.handler(({ context: { edges } }) => overviewOf(edges)),

  sales: staff('see sales').admin.sales.handler(({ context: { edges }, input }) => readSales(edges, input.by)),

  audit: staff('see audit').admin.audit.handler(({ context: { edges }, input }) => readAudit(edges.db, input)),

  mails: {
    list: mailDoor.list.handler(({ context: { edges }, input }) => listMails(edges.db, input)),

    preview: mailDoor.preview.handler(async ({ context: { edges }, input, errors }) => {
      const mail = await previewMail(edges, input.id);
      if (!mail) throw errors.MAIL_GONE();
      return mail;
    }),

    retry: mailDoor.retry.handler(async ({ context: { edges, actor }, input, errors }) =>
      edges.db.transaction(async (tx) => {
        const mail = await retryMail(tx, edges, actor, input.id);
        if (typeof mail === 'string') throw errors[mail]();
        return mail;
      }),
    ),
  },
};
