import type { TreePart } from '../../../domain/network/contract.ts';
import { addMembersCountingOrphans, emptyForest } from '../../../web/app/network/tree/forest.ts';
import { createTreeView } from '../../../web/app/network/tree/tree-view.ts';
import { randomTree } from './random-tree.ts';

/** The parts as our server sends them: from the top down, siblings together. */
function partsOf(size: number): TreePart['members'][] {
  const { uplines, names } = randomTree(size);
  const children: number[][] = uplines.map(() => []);
  for (const [member, upline] of uplines.entries()) if (upline >= 0) children[upline]!.push(member);
  const order = [0];
  for (const member of order) order.push(...children[member]!);
  const members = order.map((member) => {
    const upline = uplines[member]!;
    return { id: String(member), name: names[member]!, uplineId: upline < 0 ? null : String(upline) };
  });
  return Array.from({ length: Math.ceil(size / 20_000) }, (_, n) => members.slice(n * 20_000, (n + 1) * 20_000));
}

const words = {
  label: (members: number) => `${members}`,
  levelShort: (level: number) => `N${level}`,
  below: (members: number) => `${members} članova ispod`,
  noneBelow: 'nema članova ispod',
  counting: '…',
  count: (members: number) => String(members),
};

/** Everything open, so that all have the same to lay out; the product opens a large network on its first levels only. */
window.prepare = (size: number) => {
  const parts = partsOf(size);
  const host = document.getElementById('tree')!;
  return () =>
    new Promise<void>((painted) => {
      const forest = emptyForest();
      for (const part of parts) addMembersCountingOrphans(forest, part);
      const view = createTreeView(host, words, { chosen() {}, changed: () => painted() });
      view.update(forest, { complete: true, open: 'all' });
    });
};
