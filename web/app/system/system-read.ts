import type { System } from '#domain/system/contract.ts';
import type { client } from '../api.ts';

/** The page's answer with its moments as dates again. */
export type SystemRead = System;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export const withSystemDates = (answer: Awaited<ReturnType<typeof client.system.read>>): SystemRead =>
  withDates(answer) as SystemRead;

function withDates(value: unknown): unknown {
  if (typeof value === 'string') return MOMENT.test(value) ? new Date(value) : value;
  if (Array.isArray(value)) return value.map(withDates);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withDates(one)]));
}
