declare module 'virtual:api-contract' {
  import type { Contract } from '#domain/contract.ts';

  const contract: Contract;
  export default contract;
}
