import type { ListedDocument } from '#domain/documents/contract.ts';
import type { documents } from './schema.ts';

export const listed = ({
  id,
  kind,
  number,
  state,
}: Pick<typeof documents.$inferSelect, 'id' | 'kind' | 'number' | 'state'>): ListedDocument => ({
  id,
  kind,
  number,
  ready: state === 'ready',
});
