import { LARGEST_STATEMENT } from './bank/statement.ts';
import { PART_BYTES } from './files/rules.ts';
import { LARGEST_INTAKE } from './stock/rules.ts';

/** What the body of a request may be. */
export interface BodyLimits {
  /** Of the whole body. */
  bytes: number;
  /** How many files a form may bring; with none, the body is JSON. */
  files: number;
  /** The body is a file by itself, whose bytes are read as they are asked for. */
  isFile: boolean;
}

/** Bytes. The largest form that a person fills in is a tenth of this. */
const USUAL: BodyLimits = { bytes: 64 * 1024, files: 0, isFile: false };

/** Procedures whose legitimate requests are larger, or bring files. */
const LARGER: Record<string, Partial<BodyLimits>> = {
  'accounts.admin.approve': { bytes: 1024 * 1024 },
  'accounts.admin.undoApproval': { bytes: 1024 * 1024 },
  'accounts.admin.reject': { bytes: 1024 * 1024 },
  // A file that is somewhat too large is read and refused with its own sentence.
  'bank.statements.import': { bytes: LARGEST_STATEMENT + 1024 * 1024, files: 1 },
  'stock.admin.check': { bytes: LARGEST_INTAKE + 64 * 1024, files: 1 },
  'stock.admin.take': { bytes: LARGEST_INTAKE + 64 * 1024, files: 1 },
  'stock.admin.undo': { bytes: 128 * 1024 },
  'files.uploads.part': { bytes: PART_BYTES, isFile: true },
};

/** The limits of a procedure, by its name in the contract. */
export const bodyLimitsOf = (procedure: string): BodyLimits => ({ ...USUAL, ...LARGER[procedure] });

/** Parts of a form, files and fields together. */
export const MAX_PARTS = 10;
