import Tree from 'react-d3-tree';
import { createRoot } from 'react-dom/client';
import { randomTree } from './random-tree.ts';

window.prepare = (size) => {
  const { uplines, names } = randomTree(size);
  const nodes = names.map((name) => ({ name, children: [] }));
  for (const [member, upline] of uplines.entries()) if (upline >= 0) nodes[upline].children.push(nodes[member]);
  const node = ({ nodeDatum }) => (
    <g>
      <rect width={180} height={80} rx={4} fill="#fcf9f2" stroke="#0f1a24" strokeWidth={2} />
      <text x={14} y={40} fontSize={15} strokeWidth={0}>
        {nodeDatum.name.length > 20 ? `${nodeDatum.name.slice(0, 20)}…` : nodeDatum.name}
      </text>
    </g>
  );
  return async () => {
    createRoot(document.getElementById('tree')).render(
      <Tree
        data={nodes[0]}
        orientation="vertical"
        pathFunc="step"
        nodeSize={{ x: 220, y: 120 }}
        separation={{ siblings: 1, nonSiblings: 1 }}
        translate={{ x: 680, y: 40 }}
        zoom={0.6}
        scaleExtent={{ min: 0.01, max: 4 }}
        renderCustomNodeElement={node}
      />,
    );
    await window.seen('.rd3t-node, .rd3t-leaf-node');
  };
};
