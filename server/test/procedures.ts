import { isContractProcedure } from '@orpc/contract';
import * as z from 'zod';
import { contract } from '#domain/contract.ts';

export interface Procedure {
  method: string;
  path: `/${string}`;
  /** Names of the fields of its input. */
  fields: string[];
  /** Whether it answers with a file. */
  isFile: boolean;
}

/** Every procedure of the contract under its name, as `accounts.own.update`. */
export const procedures: ReadonlyMap<string, Procedure> = new Map(walk(contract));

function walk(part: object, at: string[] = []): [string, Procedure][] {
  return Object.entries(part).flatMap(([key, value]) => {
    const here = [...at, key];
    if (!isContractProcedure(value)) return walk(value as object, here);
    const { route, inputSchema, outputSchema } = value['~orpc'];
    const fields = Object.keys((inputSchema as { shape?: object } | undefined)?.shape ?? {});
    return [
      [here.join('.'), { method: route.method!, path: route.path!, fields, isFile: outputSchema instanceof z.ZodFile }],
    ];
  });
}
