import * as z from 'zod';
import { hasRegistrationNumberShape, hasTaxNumberShape } from '../../company-numbers.ts';
import { requiredLine } from '../../required-fields.ts';
import { changedCompanyCopy as copy } from './changed-company-copy.ts';

/** Which firm of that country an order is for. What is empty is said of the field already. */
export const companyForm = (country: string) =>
  z.object({
    name: requiredLine(copy.name, 160),
    taxNumber: requiredLine(copy.taxNumber, 20).refine((text) => text === '' || hasTaxNumberShape(text, country), {
      error: copy.taxNumberWrong,
    }),
    registrationNumber: requiredLine(copy.registrationNumber, 20).refine(
      (text) => text === '' || hasRegistrationNumberShape(text, country),
      { error: copy.registrationNumberWrong },
    ),
  });
