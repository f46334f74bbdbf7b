import { layOut, type Structure } from './layout.ts';

/** Lays a large tree out while the page goes on moving. */
self.addEventListener('message', ({ data }: MessageEvent<{ turn: number; structure: Structure }>) => {
  const layout = layOut(data.structure);
  const buffers = Object.values(layout).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  );
  self.postMessage({ turn: data.turn, layout }, { transfer: [...new Set(buffers)] });
});
