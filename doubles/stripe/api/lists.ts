import { type Serialized, serialize } from '../objects.ts';
import type { Records, SerializedKind } from '../records.ts';
import type { SandboxState } from '../state.ts';
import type { Params } from './params.ts';
import { badRequest, missing } from './stripe-api-error.ts';

type Filters<R> = Record<string, (record: R) => boolean>;

/** The records every given filter keeps. */
export function page<K extends SerializedKind>(
  state: SandboxState,
  kind: K,
  url: string,
  params: Params,
  filters: Filters<Records[K]>,
): { serialized: Serialized } {
  const active = Object.entries(filters).filter(([name]) => params[name] !== undefined);
  const records = [...state.store.all(kind)].filter((record) => active.every(([, keeps]) => keeps(record)));
  return { serialized: pageOf(records, url, params, (record) => serialize(state, kind, record)) };
}

/** Newest first, `limit` at a time, from behind one id or up to another. */
export function pageOf<R extends { id: string; created: number }>(
  records: R[],
  url: string,
  params: Params,
  drawOne: (record: R) => Serialized,
): Serialized {
  const limit = (params.limit as number | undefined) ?? 10;
  if (limit < 1 || limit > 100) throw badRequest('This value must be between 1 and 100.', 'limit');
  const range = params.created as number | { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;
  const inRange = ({ created }: R) =>
    range === undefined ||
    (typeof range === 'number'
      ? created === range
      : created > (range.gt ?? -1) &&
        created >= (range.gte ?? 0) &&
        created < (range.lt ?? Number.POSITIVE_INFINITY) &&
        created <= (range.lte ?? Number.POSITIVE_INFINITY));
  const newest = records.filter(inRange).reverse();
  const place = (id: unknown, param: string) => {
    const index = newest.findIndex((record) => record.id === id);
    if (index < 0) throw missing('object', String(id), param);
    return index;
  };
  if (params.ending_before) {
    const end = place(params.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newest.slice(start, end).map(drawOne), has_more: start > 0, url };
  }
  const start = params.starting_after ? place(params.starting_after, 'starting_after') + 1 : 0;
  return {
    object: 'list',
    data: newest.slice(start, start + limit).map(drawOne),
    has_more: newest.length > start + limit,
    url,
  };
}
