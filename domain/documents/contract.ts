import { oc } from '@orpc/contract';
import * as z from 'zod';
import { hasRegistrationNumberShape, hasTaxNumberShape } from '../company-numbers.ts';
import { isFormThere, withPostalCode } from '../contact-shapes.ts';
import { COUNTRY_CODES, common } from '../copy.ts';
import { refusals } from '../errors.ts';
import { requiredLine, requiredName } from '../required-fields.ts';
import { Id, Money } from '../shapes.ts';
import { documentsCopy } from './copy.ts';
import { NOT_ISSUED } from './issued-late.ts';
import { DOCUMENT_KINDS } from './kinds.ts';

/**
 * A paper gets its number, its content and their hash in the transaction of what it is about; no number is skipped and none is used twice.
 * It is drawn once, afterwards, and kept as it was drawn. Its buyer and staff who see sales may read it; for everybody else it is not there.
 */
export const DocumentKind = z.enum(DOCUMENT_KINDS);

/** A paper as lists name it. */
export const ListedDocument = z.object({
  id: Id,
  kind: DocumentKind,
  number: z.string(),
  /** It is drawn and can be read. */
  ready: z.boolean(),
});
export type ListedDocument = z.infer<typeof ListedDocument>;

/** The same for staff, who issue a račun again. */
export const StaffDocument = ListedDocument.extend({
  /** A račun of which something was not taken back yet: it can be issued again. */
  isStanding: z.boolean(),
});
export type StaffDocument = z.infer<typeof StaffDocument>;

/** Why a person issues no račun for something. */
const WhyNotIssued = z.enum(NOT_ISSUED);

const { reissue: words } = documentsCopy;

/** Said of the field already. */
const isMissing = (text: unknown) => typeof text !== 'string' || text.trim() === '';

/** Who the next račun is for. */
export const CompanyOnPaper = withPostalCode(
  z.object({
    name: requiredLine(words.name, 160),
    address: requiredLine(words.address, 200),
    postalCode: requiredLine(words.postalCode, 12),
    city: requiredName(words.city, 80),
    country: z.enum(COUNTRY_CODES, common.chooseCountry),
    taxNumber: requiredLine(words.taxNumber, 20),
    registrationNumber: requiredLine(words.registrationNumber, 20),
  }),
)
  .refine(({ taxNumber, country }) => isMissing(taxNumber) || hasTaxNumberShape(taxNumber, country), {
    path: ['taxNumber'],
    error: words.taxNumberWrong,
    when: isFormThere,
  })
  .refine(
    ({ registrationNumber, country }) =>
      isMissing(registrationNumber) || hasRegistrationNumberShape(registrationNumber, country),
    { path: ['registrationNumber'], error: words.registrationNumberWrong, when: isFormThere },
  );
export type CompanyOnPaper = z.infer<typeof CompanyOnPaper>;

const gone = { DOCUMENT_GONE: { status: 404 } };
const making = { DOCUMENT_IN_THE_MAKING: { status: 409, data: z.object({ number: z.string() }) } };
const tags = { tags: ['documents'] };
const Order = z.object({ number: z.coerce.number().pipe(z.int().positive()) });

export const documents = {
  /** The PDF of one of the caller's own papers. */
  open: oc
    .route({ method: 'GET', path: '/documents/{id}', ...tags })
    .input(z.object({ id: Id }))
    .output(z.file())
    .errors(refusals({ ...gone, ...making })),
  /** All papers of one of the caller's own orders in one archive. */
  all: oc
    .route({ method: 'GET', path: '/orders/{number}/documents', ...tags })
    .input(Order)
    .output(z.file())
    .errors(refusals({ ...gone, ...making })),
  admin: {
    open: oc
      .route({ method: 'GET', path: '/admin/documents/{id}', ...tags })
      .input(z.object({ id: Id }))
      .output(z.file())
      .errors(refusals({ ...gone, ...making })),
    all: oc
      .route({ method: 'GET', path: '/admin/orders/{number}/documents', ...tags })
      .input(Order)
      .output(z.file())
      .errors(refusals({ ...gone, ...making })),
    /** What stands on a račun now, for whoever is about to issue it again. */
    look: oc
      .route({ method: 'GET', path: '/admin/documents/{id}/content', ...tags })
      .input(z.object({ id: Id }))
      .output(
        z.object({
          number: z.string(),
          /** As it would be written now: of the order's company. */
          company: z.record(z.enum(Object.keys(CompanyOnPaper.shape) as [keyof CompanyOnPaper]), z.string()),
          /** What was not taken back yet. */
          left: Money,
        }),
      )
      .errors(refusals(gone)),
    /**
     * Takes back what is left of a račun and issues another one for it, to the company as given here, which is the order's from then on.
     * The same key is the same new račun.
     */
    reissue: oc
      .route({ method: 'POST', path: '/admin/documents/{id}/reissue', ...tags })
      .input(z.object({ id: Id, key: Id, company: CompanyOnPaper }))
      .output(z.object({ creditNote: ListedDocument, invoice: ListedDocument }))
      .errors(refusals({ ...gone, DOCUMENT_TAKEN_BACK: {}, DOCUMENT_NOT_REISSUED: {} })),
    /**
     * The račun of what was sold before there were any: of an order's devices, or of one paid period of a package. Asked again it is the
     * same račun; of everything else račun is issued by itself.
     */
    issue: oc
      .route({ method: 'POST', path: '/admin/documents', ...tags })
      .input(z.union([z.strictObject({ order: Order.shape.number }), z.strictObject({ period: Id })]))
      .output(ListedDocument)
      .errors(
        refusals({ ORDER_GONE: { status: 404 }, DOCUMENT_NOT_ISSUED: { data: z.object({ why: WhyNotIssued }) } }),
      ),
    /** Mails a paper to where mails about its order go now. The same key again sends nothing. */
    send: oc
      .route({ method: 'POST', path: '/admin/documents/{id}/send', ...tags })
      .input(z.object({ id: Id, key: Id }))
      .output(z.object({ queued: z.boolean() }))
      .errors(refusals({ ...gone, DOCUMENT_READER_GONE: {} })),
  },
};
