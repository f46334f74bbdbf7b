import type { Part } from '../../../web/app/network/tree/forest.ts';
import { addPart, emptyForest } from '../../../web/app/network/tree/forest.ts';
import { createTreeView } from '../../../web/app/network/tree/tree-view.ts';
import { randomTree } from './random-tree.ts';

/** The parts as our server sends them: from the top down, siblings together. */
function partsOf(size: number): Part[] {
  const { uplines, names } = randomTree(size);
  const children: number[][] = uplines.map(() => []);
  for (const [member, upline] of uplines.entries()) if (upline >= 0) children[upline]!.push(member);
  const hex = (member: number) => (member < 0 ? '0'.repeat(32) : `f${member.toString(16).padStart(31, '0')}`);
  const parts: Part[] = [];
  let row = [{ upline: -1, members: [0] }];
  let part: { ids: string[]; names: string[]; uplines: string[]; runs: number[] } | null = null;
  const close = () => {
    if (part) parts.push({ ...part, ids: part.ids.join(''), uplines: part.uplines.join('') });
    part = null;
  };
  while (row.length > 0) {
    const next: typeof row = [];
    for (const { upline, members } of row) {
      part ??= { ids: [], names: [], uplines: [], runs: [] };
      part.uplines.push(hex(upline));
      part.runs.push(members.length);
      for (const member of members) {
        part.ids.push(hex(member));
        part.names.push(names[member]!);
        if (children[member]!.length > 0) next.push({ upline: member, members: children[member]! });
      }
      if (part.ids.length >= 20_000) close();
    }
    row = next;
  }
  close();
  return parts;
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
      for (const part of parts) addPart(forest, part);
      const view = createTreeView(host, words, { chosen() {}, changed: () => painted() });
      view.update(forest, { complete: true, open: 'all' });
    });
};
