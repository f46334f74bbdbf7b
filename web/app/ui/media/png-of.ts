/**
 * A self-contained SVG drawn into a PNG of that many pixels. Text in embedded fonts may be missing, because browsers
 * do not wait for them: `above` draws what has to be there.
 */
export async function pngOf(
  svg: SVGSVGElement,
  width: number,
  height: number,
  above?: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const address = URL.createObjectURL(svgBlob(svg));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0, width, height);
    above?.(context);
    return await new Promise<Blob>((done, failed) =>
      canvas.toBlob((png) => (png ? done(png) : failed(new Error('The picture is too large to draw.'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

export const svgBlob = (svg: SVGSVGElement): Blob =>
  new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml;charset=utf-8' });
