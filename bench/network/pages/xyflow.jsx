import { ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { stratify, tree } from 'd3-hierarchy';
import { createRoot } from 'react-dom/client';
import { randomTree } from './random-tree.ts';

window.prepare = (size) => {
  const { uplines, names } = randomTree(size);
  const data = uplines.map((upline, id) => ({
    id: String(id),
    upline: upline < 0 ? '' : String(upline),
    name: names[id],
  }));
  return async () => {
    const root = tree().nodeSize([220, 120])(
      stratify()
        .id((row) => row.id)
        .parentId((row) => row.upline)(data),
    );
    const nodes = root.descendants().map(({ id, x, y, data: { name } }) => ({
      id,
      position: { x, y },
      data: { label: name },
      width: 180,
      height: 80,
      style: { border: '2px solid #0f1a24', background: '#fcf9f2' },
    }));
    const edges = root.links().map(({ source, target }) => ({
      id: target.id,
      source: source.id,
      target: target.id,
      type: 'step',
    }));
    createRoot(document.getElementById('tree')).render(
      <ReactFlow
        defaultNodes={nodes}
        defaultEdges={edges}
        defaultViewport={{ x: 680 - root.x * 0.6, y: 40, zoom: 0.6 }}
        minZoom={0.01}
        onlyRenderVisibleElements
      />,
    );
    await window.seen('.react-flow__node');
  };
};
