import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Count, Id, plainLine } from '../shapes.ts';
import { ORDER_VIEWS, OrderFilter, SaleSort } from './shapes.ts';

/** What the list of sales may show of an order, in the order in which it stands there. */
export const SALE_COLUMNS = [
  'number',
  'date',
  'buyer',
  'product',
  'status',
  'delivery',
  'amount',
  'way',
  'phone',
  'email',
  'serials',
  'referral',
] as const;
export type SaleColumn = (typeof SALE_COLUMNS)[number];
/** Those that cannot be hidden. */
export const FIXED_COLUMNS: readonly SaleColumn[] = ['number', 'buyer'];
/** Those that stand there until somebody chooses. */
const USUAL_COLUMNS = SALE_COLUMNS.slice(0, 7);
/** Of the view of whom to call, which has columns of its own beside these. */
const CALL_COLUMNS: readonly SaleColumn[] = ['number', 'buyer', 'phone'];
export const usualColumns = (search: URLSearchParams): readonly SaleColumn[] =>
  search.get('view') === 'to_call' ? CALL_COLUMNS : USUAL_COLUMNS;

export const SaleAsked = OrderFilter.extend(SaleSort);
export type SaleAsked = z.infer<typeof SaleAsked>;

/** What the address of the list asks for; what it does not understand is left out. */
export function saleQueryFromSearch(search: URLSearchParams): SaleAsked {
  const read = Object.entries(SaleAsked.shape).flatMap(([name, shape]) => {
    const text = search.get(name === 'search' ? 'q' : name) || undefined;
    const isFlag = name === 'withdrawn' || name === 'withdrawalOpen';
    const { success, data } = shape.safeParse(isFlag && text ? text === '1' || undefined : text);
    return success && data !== undefined && data !== '' ? [[name, data]] : [];
  });
  return SaleAsked.parse(Object.fromEntries(read));
}

/** The columns that the address names, the fixed ones among them. */
export function saleColumnsFromSearch(search: URLSearchParams): readonly SaleColumn[] {
  const named = search.get('columns')?.split(',');
  return named
    ? SALE_COLUMNS.filter((one) => named.includes(one) || FIXED_COLUMNS.includes(one))
    : usualColumns(search);
}

/** In the address of an order's page: the numbers of those that were chosen in the list, in turn. */
export const CHOSEN = 'chosen';

/** Where an order stands in a list. */
interface Neighbours {
  previous: number | null;
  next: number | null;
  /** `null`: nobody has counted so far. */
  place: { n: number; of: number } | null;
}

/** The orders before and after one of those that were chosen; `null` when it is not among them. */
export function chosenNeighbours(search: URLSearchParams, number: number): Neighbours | null {
  const chosen = (search.get(CHOSEN) ?? '')
    .split(',')
    .filter((text) => /^\d{1,9}$/.test(text))
    .map(Number);
  const at = chosen.indexOf(number);
  if (at === -1) return null;
  const place = { n: at + 1, of: chosen.length };
  return { previous: chosen[at - 1] ?? null, next: chosen[at + 1] ?? null, place };
}

/** Of one person; more would not stand beside each other. */
export const MAX_VIEWS = 20;
/** Orders that may be chosen for one file: more than anybody pages through. */
export const MAX_CHOSEN = 5_000;

/** A view that somebody keeps: an address of the list. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  query: z.string(),
  /** Everybody who sees sales sees it; whoever made it takes it away. */
  isShared: z.boolean(),
  isOwn: z.boolean(),
  rows: Count,
});
export type SavedView = z.infer<typeof SavedView>;

const tags = ['orders'];

export const saleViews = {
  /** How many orders each view has, and which ones are kept. */
  views: oc
    .route({ method: 'GET', path: '/admin/orders/views', tags })
    .output(z.object({ every: Count, shipped: z.record(z.enum(ORDER_VIEWS), Count), saved: z.array(SavedView) })),
  /** The id comes from the screen: the same one twice is one view. */
  saveView: oc
    .route({ method: 'POST', path: '/admin/orders/views', tags })
    .input(
      z.object({
        id: Id,
        name: plainLine(40).pipe(z.string().min(1)),
        query: z.string().max(500),
        isShared: z.boolean(),
      }),
    )
    .output(z.object({ saved: z.literal(true) }))
    .errors(refusals({ TOO_MANY_VIEWS: {} })),
  removeView: oc
    .route({ method: 'DELETE', path: '/admin/orders/views/{id}', tags })
    .input(z.object({ id: Id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(refusals({ VIEW_GONE: { status: 404 } })),
  /** The orders of a filter as a file, in its order, with these columns; or only the chosen ones of them. */
  export: oc
    .route({ method: 'POST', path: '/admin/orders/export', tags })
    .input(
      SaleAsked.extend({
        columns: z.array(z.enum(SALE_COLUMNS)).min(1),
        format: z.enum(['csv', 'xlsx']),
        chosen: z.array(z.int()).max(MAX_CHOSEN).optional(),
      }),
    )
    .output(z.file()),
};
