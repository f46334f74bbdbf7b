import { OrgChart } from 'd3-org-chart';
import { randomTree } from './random-tree.ts';

window.prepare = (size) => {
  const { uplines, names } = randomTree(size);
  const data = uplines.map((upline, id) => ({
    id: String(id),
    parentId: upline < 0 ? '' : String(upline),
    name: names[id],
  }));
  return async () => {
    new OrgChart()
      .container('#tree')
      .data(data)
      .svgHeight(600)
      .nodeWidth(() => 180)
      .nodeHeight(() => 80)
      .childrenMargin(() => 40)
      .siblingsMargin(() => 40)
      .neighbourMargin(() => 40)
      .duration(0)
      .initialExpandLevel(Number.POSITIVE_INFINITY)
      .nodeContent(
        ({ data: { name } }) =>
          `<div style="width:180px;height:80px;border:2px solid #0f1a24;background:#fcf9f2">${name}</div>`,
      )
      .render();
    await window.seen('.node');
  };
};
