import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import type { Contract } from '#domain/contract.ts';

/** Somebody of the demonstration who asks the program over its API. */
export type Client = JsonifiedClient<ContractRouterClient<Contract>>;
