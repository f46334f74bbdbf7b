import { oc } from '@orpc/contract';
import * as z from 'zod';
import { Id } from '../../shapes.ts';

/** The report of a campaign that was shown, as a PDF; made anew each time, from the numbers of that moment. */
const tags = ['campaigns'];
const one = z.object({ id: Id });

export const ownReportPaper = {
  reportPdf: oc.route({ method: 'GET', path: '/campaigns/{id}/report.pdf', tags }).input(one).output(z.file()),
};

export const deskReport = {
  reportPdf: oc.route({ method: 'GET', path: '/admin/campaigns/{id}/report.pdf', tags }).input(one).output(z.file()),
};
