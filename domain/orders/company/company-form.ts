import * as z from 'zod';
import { hasRegistrationNumberShape, hasTaxNumberShape } from '../../advertising/rules.ts';
import { common } from '../../copy.ts';
import { plainLine } from '../../shapes.ts';
import { changedCompanyCopy as copy } from './changed-company-copy.ts';

const line = (label: string, max: number) => plainLine(max, common.tooLong(label, max)).min(1, common.fillField(label));

/** Which firm of that country an order is for. What is empty is said of the field already. */
export const companyForm = (country: string) =>
  z.object({
    name: line(copy.name, 160),
    taxNumber: line(copy.taxNumber, 20).refine((text) => text === '' || hasTaxNumberShape(text, country), {
      error: copy.taxNumberWrong,
    }),
    registrationNumber: line(copy.registrationNumber, 20).refine(
      (text) => text === '' || hasRegistrationNumberShape(text, country),
      { error: copy.registrationNumberWrong },
    ),
  });
