import { isContractProcedure, ORPCError } from '@orpc/contract';
import type * as z from 'zod';
import { type Contract, contract } from './contract.ts';
import { generalRefusals } from './errors.ts';
import { keyRefusals } from './integrations/keys/refusals.ts';

type MapsIn<T> = T extends { '~orpc': { errorMap: infer Map } } ? Map : { [K in keyof T]: MapsIn<T[K]> }[keyof T];
type Maps = MapsIn<Contract> | typeof generalRefusals | typeof keyRefusals;
type CodesIn<Map> = Map extends unknown ? keyof Map : never;
type SchemaIn<Map, Code> = Map extends unknown
  ? Code extends keyof Map
    ? Map[Code] extends { data: infer Schema }
      ? Schema
      : undefined
    : never
  : never;

/** Every code that the contract declares, and those that any address, or any with a key, may answer with. */
export type RefusalCode = CodesIn<Maps> & string;
export type RefusalData<Code extends RefusalCode> =
  SchemaIn<Maps, Code> extends infer Schema ? (Schema extends z.ZodType ? z.input<Schema> : undefined) : never;

/** Where a code needs no data, it may be left out. */
type DataArgument<Code extends RefusalCode> =
  undefined extends RefusalData<Code> ? [data?: RefusalData<Code>] : [data: RefusalData<Code>];

/**
 * The expected refusal with that code, to be thrown where the rule is known: inside a transaction it takes back whatever was
 * written. The status is the contract's; the API adds the sentence. What must stay written is committed first: return
 * from the transaction, then throw.
 */
export const refuse = <Code extends RefusalCode>(code: Code, ...[data]: DataArgument<Code>) =>
  new ORPCError(code, { status: statusOf.get(code)!, data });

/** Each code with its maps' statuses; a code has the same status and data wherever it is declared. */
export function declaredRefusals(): { code: RefusalCode; status: number }[] {
  return [generalRefusals, keyRefusals, ...errorMapsIn(contract)].flatMap((map) =>
    Object.entries(map).map(([code, { status }]) => ({ code: code as RefusalCode, status })),
  );
}

function errorMapsIn(part: object): Record<string, { status: number }>[] {
  if (isContractProcedure(part)) return [part['~orpc'].errorMap as Record<string, { status: number }>];
  return Object.values(part).flatMap(errorMapsIn);
}

const statusOf = new Map(declaredRefusals().map(({ code, status }) => [code as string, status]));
