// vidik illustration system. Everything is generated from one palette, one line weight and one projection.
import encodeQR from 'qr';
import lj from './logo.json' with { type: 'json' };
export const C = {
  p0: '#F4EEE2',
  p1: '#FCF9F2',
  p2: '#E8E0D0',
  p3: '#D6CCB8',
  i0: '#0F1A24',
  i1: '#182733',
  i2: '#22343F',
  i3: '#3A4E5A',
  y: '#FFC51F',
  c: '#1FB2C1',
  g: '#35A35C',
  m: '#CB4A9A',
  r: '#DE4430',
  b: '#2F50CF',
  yd: '#E0A400',
};
export const BARS = [C.y, C.c, C.g, C.m, C.r, C.b];
const f = (n) => +n.toFixed(2);

const tittle = (x, cols) =>
  cols.map((c, i) => `<rect x="${x + i * 123}" y="-1459" width="123" height="318" fill="${c}"/>`).join('');
export const wordmark = (fill = 'currentColor', mono) =>
  `<path d="${lj.d}" fill="${fill}"/>` +
  (mono
    ? [1315, 3220.9].map((x) => `<rect x="${x}" y="-1459" width="369" height="318" fill="${mono}"/>`).join('')
    : tittle(1315, BARS.slice(0, 3)) + tittle(3220.9, BARS.slice(3)));
// the mark: a tube, the test-card circle, the horizon
export const mark = (_s = 64, o = {}) => {
  const a = o.bg || C.i0,
    fg = o.fg || C.y,
    ln = o.ln || C.p0;
  return `<rect width="64" height="64" rx="13" fill="${a}"/><clipPath id="mk${o.id || ''}"><circle cx="32" cy="34" r="20"/></clipPath><g clip-path="url(#mk${o.id || ''})"><rect x="8" y="10" width="48" height="26" fill="${fg}"/><rect x="8" y="39" width="48" height="3" fill="${ln}"/><rect x="8" y="45.5" width="48" height="2.5" fill="${ln}"/><rect x="8" y="51" width="48" height="2" fill="${ln}"/></g>`;
};

// ── test card ───────────────────────────────────────
let uid = 0;
export function testCard(o = {}) {
  const id = `tc${++uid}`,
    W = 640,
    H = 360,
    s = 40;
  let b = '';
  b += `<rect width="${W}" height="${H}" fill="${C.i2}"/>`;
  for (let x = 0; x <= W; x += s)
    b += `<path d="M${x} 0V${H}" stroke="${C.p0}" stroke-opacity=".5" stroke-width="1.4"/>`;
  for (let y = 20; y <= H; y += s)
    b += `<path d="M0 ${y}H${W}" stroke="${C.p0}" stroke-opacity=".5" stroke-width="1.4"/>`;
  for (let i = 0; i < 16; i++) {
    const c = i % 2 ? C.p0 : C.i0;
    b += `<rect x="${i * s}" y="0" width="${s}" height="10" fill="${c}"/><rect x="${i * s}" y="${H - 10}" width="${s}" height="10" fill="${c}"/>`;
  }
  for (let i = 0; i < 9; i++) {
    const c = i % 2 ? C.p0 : C.i0;
    b += `<rect x="0" y="${i * s}" width="10" height="${s}" fill="${c}"/><rect x="${W - 10}" y="${i * s}" width="10" height="${s}" fill="${c}"/>`;
  }
  // side colour columns
  [
    [C.c, C.m],
    [C.g, C.b],
  ].forEach((p, i) => {
    const x = i ? 520 : 80;
    b += `<rect x="${x}" y="60" width="40" height="120" fill="${p[0]}"/><rect x="${x}" y="180" width="40" height="120" fill="${p[1]}"/>`;
  });
  b += `<clipPath id="${id}"><circle cx="320" cy="180" r="156"/></clipPath><g clip-path="url(#${id})">`;
  b += `<rect x="160" y="20" width="320" height="320" fill="${C.p0}"/>`;
  b += `<rect x="280" y="34" width="80" height="26" fill="${C.i0}"/>`;
  for (const [i, c] of BARS.entries())
    b += `<rect x="${f(160 + i * 53.34)}" y="70" width="53.6" height="72" fill="${c}"/>`;
  b += `<rect x="160" y="142" width="320" height="68" fill="${C.i0}"/>`;
  b += `<g transform="translate(247,197) scale(.0288)">${wordmark(C.p0)}</g>`;
  const gr = ['#0F1A24', '#3A4E5A', '#6C7C83', '#9FA9A8', '#CFCBBF', '#FCF9F2'];
  for (const [i, c] of gr.entries())
    b += `<rect x="${f(160 + i * 53.34)}" y="210" width="53.6" height="38" fill="${c}"/>`;
  b += `<rect x="160" y="248" width="320" height="92" fill="${C.c}"/>`;
  // sun on the horizon
  b += `<path d="M284 248a36 36 0 0 1 72 0z" fill="${C.y}" transform="translate(0 0)"/>`;
  for (let i = 0, y = 254; y < 340; i++) {
    const t = 2 + i * 0.9;
    b += `<rect x="160" y="${f(y)}" width="320" height="${f(t)}" fill="${C.i0}"/>`;
    y += t * 2.0 + 2.2 - i * 0.25;
  }
  b += `<rect x="${320 - 38}" y="250" width="76" height="3" fill="${C.y}"/>`;
  b += `</g><circle cx="320" cy="180" r="156" fill="none" stroke="${C.p0}" stroke-width="3"/>`;
  b += `<path d="M320 142V210" stroke="${C.p0}" stroke-width="1" opacity="0"/>`;
  if (o.osd !== false) {
    b += `<g font-weight="600" font-size="17" style="font-stretch:80%"><rect x="20" y="${H - 47}" width="106" height="27" fill="${C.i0}"/><text x="30" y="${H - 28}" fill="${C.y}">${o.ch || 'KANAL 01'}</text><rect x="${W - 146}" y="${H - 47}" width="126" height="27" fill="${C.i0}"/><text x="${W - 30}" y="${H - 28}" fill="${C.p0}" text-anchor="end" style="font-variant-numeric:tabular-nums">${o.tc || '00:12:08:14'}</text></g>`;
  }
  return b;
}

// ── TV, front elevation. content is drawn in 640x360 ──
export function tv(content, o = {}) {
  const id = `tv${++uid}`;
  const out = o.outline || C.i0;
  return `
 <rect x="2" y="2" width="676" height="396" rx="20" fill="${o.bezel || C.i0}" stroke="${o.edge || out}" stroke-width="2"/>
 <clipPath id="${id}"><rect x="20" y="20" width="640" height="360" rx="9"/></clipPath><g clip-path="url(#${id})"><g transform="translate(20,20)">${content}</g></g>
 <rect x="328" y="387" width="24" height="3" rx="1.5" fill="${C.r}"/>
 ${o.legs === false ? '' : `<path d="M140 398l-26 34h-20l22-34zM540 398l26 34h20l-22-34z" fill="${o.leg || C.i3}"/>`}`;
}

// ── isometric kit ───────────────────────────────────
const K = Math.cos(Math.PI / 6);
const proj =
  (s, ox = 0, oy = 0) =>
  (x, y, z = 0) => [f(ox + (x - y) * K * s), f(oy + (x + y) * 0.5 * s - z * s)];
const mix = (a, b, t) => {
  const h = (c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));
  const A = h(a),
    B = h(b);
  return (
    '#' +
    A.map((v, i) =>
      Math.round(v + (B[i] - v) * t)
        .toString(16)
        .padStart(2, '0'),
    ).join('')
  );
};
const rr = (x, y, w, h, r, n = 7) => {
  const P = [];
  const q = (cx, cy, a0) => {
    for (let i = 0; i <= n; i++) {
      const a = a0 + ((i / n) * Math.PI) / 2;
      P.push([cx + r * Math.cos(a), cy + r * Math.sin(a)]);
    }
  };
  if (!r)
    return [
      [x + w, y + h],
      [x, y + h],
      [x, y],
      [x + w, y],
    ];
  q(x + w - r, y + h - r, 0);
  q(x + r, y + h - r, Math.PI / 2);
  q(x + r, y + r, Math.PI);
  q(x + w - r, y + r, Math.PI * 1.5);
  return P;
};
const poly = (pts, fill, extra = '') =>
  `<path d="M${pts.map((p) => p.join(' ')).join('L')}Z" fill="${fill}" ${extra}/>`;
function extrude(P, pts, z0, z1, top, left, right, o = {}) {
  let s = '';
  const n = pts.length;
  for (let i = 0; i < n; i++) {
    const a = pts[i],
      b = pts[(i + 1) % n];
    const nx = b[1] - a[1],
      ny = -(b[0] - a[0]);
    if (nx + ny <= 1e-6) continue;
    const t = Math.max(0, Math.min(1, nx / (Math.abs(nx) + Math.abs(ny))));
    const c = mix(left, right, t);
    s += poly([P(...a, z0), P(...b, z0), P(...b, z1), P(...a, z1)], c, `stroke="${c}" stroke-width="1.1"`);
  }
  s += poly(
    pts.map((p) => P(...p, z1)),
    top,
    `stroke="${top}" stroke-width=".6"`,
  );
  if (o.line) {
    const w = o.line;
    s += poly(
      pts.map((p) => P(...p, z1)),
      'none',
      `stroke="${o.lc || C.i0}" stroke-width="${w}" stroke-linejoin="round"`,
    );
    // silhouette: hull of both outlines
    const H = hull([...pts.map((p) => P(...p, z0)), ...pts.map((p) => P(...p, z1))]);
    s += poly(H, 'none', `stroke="${o.lc || C.i0}" stroke-width="${w * 1.35}" stroke-linejoin="round"`);
  }
  return s;
}
function hull(p) {
  p = [...p].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const c = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const h = [];
  for (const q of p) {
    while (h.length > 1 && c(h.at(-2), h.at(-1), q) <= 0) h.pop();
    h.push(q);
  }
  const l = h.length + 1;
  for (const q of p.reverse()) {
    while (h.length >= l && c(h.at(-2), h.at(-1), q) <= 0) h.pop();
    h.push(q);
  }
  h.pop();
  return h;
}
// USB device. Length along y, plug at the −y end (points up-right).
export function device(P, o = {}) {
  const line = o.line ?? 1.6,
    lc = o.lc || C.i0;
  const top = o.top || '#FFFDF7',
    L = o.left || '#DDD5C4',
    R = o.right || '#BFB6A3';
  const det = o.detail !== false;
  let s = '';
  const x0 = o.x || 0,
    y0 = o.y || 0;
  const at = (x, y, z) => P(x + x0, y + y0, z);
  const O = { line, lc };
  // plug
  s += extrude(at, rr(6, -19, 12, 20, 0.8, 2), 2.6, 7.1, '#E9ECEA', '#B9C1C2', '#96A1A5', O);
  if (det) {
    for (const x of [8.2, 12.9])
      s += poly([at(x, -13, 7.1), at(x + 2.9, -13, 7.1), at(x + 2.9, -9.6, 7.1), at(x, -9.6, 7.1)], C.i0);
    s += poly([at(6, -19, 5.2), at(6, -19, 2.6), at(6, -19, 2.6)], C.i0);
  }
  // collar
  s += extrude(at, rr(2.2, -2.2, 19.6, 5, 2, 3), 0.6, 9.2, C.y, '#E6AA00', '#C48F00', O);
  // body
  s += extrude(at, rr(0, 1, 24, 60, 7.2, 8), 0, 10, top, L, R, O);
  if (det) {
    s += poly(
      rr(2.6, 3.6, 18.8, 54.8, 5.4, 7).map((p) => at(...p, 10)),
      'none',
      `stroke="${C.p2}" stroke-width="${line}"`,
    );
    // glossy tube window
    s += poly(
      rr(4.6, 8, 14.8, 26, 4.4, 7).map((p) => at(...p, 10)),
      C.i0,
    );
    // mark in the window: circle + horizon
    const circ = (cx, cy, r, a0 = 0, a1 = Math.PI * 2) => {
      const q = [];
      for (let i = 0; i <= 28; i++) {
        const a = a0 + ((a1 - a0) * i) / 28;
        q.push(at(cx + r * Math.cos(a), cy + r * Math.sin(a), 10));
      }
      return q;
    };
    s += poly(circ(12, 21, 5.1, Math.PI, Math.PI * 2), C.y);
    for (const [dy, hw, t] of [
      [1.1, 4.9, 0.9],
      [2.9, 4.1, 0.8],
      [4.4, 2.4, 0.6],
    ])
      s += poly(
        [
          at(12 - hw, 21 + dy - t / 2, 10),
          at(12 + hw, 21 + dy - t / 2, 10),
          at(12 + hw, 21 + dy + t / 2, 10),
          at(12 - hw, 21 + dy + t / 2, 10),
        ],
        C.p0,
      );
    // bars strip
    BARS.forEach((c, i) => {
      const x = 4.6 + i * 2.467;
      s += poly([at(x, 40, 10), at(x + 2.5, 40, 10), at(x + 2.5, 43, 10), at(x, 43, 10)], c);
    });
    // LED
    s += poly(circ(12, 51.5, 1.5), C.g);
  } else
    s +=
      poly(
        rr(4.6, 8, 14.8, 26, 4.4, 4).map((p) => at(...p, 10)),
        C.i0,
      ) + poly([at(4.6, 40, 10), at(19.4, 40, 10), at(19.4, 43.5, 10), at(4.6, 43.5, 10)], C.y);
  return s;
}
export const deviceHero = (o = {}) => {
  const s = o.s || 6.4;
  const w = s * K * (24 + 82) + 20,
    h = s * (0.5 * (24 + 82) + 12) + 20;
  const P = proj(s, 61 * K * s + 10, 19 * 0.5 * s + 10 * s + 8);
  const sh = o.shadow
    ? poly(
        rr(-2, 2, 28, 62, 8, 8).map((p) => P(p[0] + 3, p[1] + 3, -4)),
        o.shadow,
      )
    : '';
  return { w: f(w), h: f(h), body: sh + device(P, { line: o.line ?? 2, lc: o.lc }) };
};
// many devices on a tray, cols × rows
export function deviceGrid(cols, rows, s, o = {}) {
  const dx = o.dx || 31;
  const dy = o.dy || 96;
  const W = cols * dx;
  const D = rows * dy;
  const P = proj(s, D * K * s + 12 + 4 * s, (24 + 24) * s * 0.5 + 16);
  let body = extrude(P, rr(-9, -28, W + 10, D + 6, 8, 6), -9, -3, o.tray || C.y, '#D9A100', '#B88800', {
    line: o.line || 1.4,
  });
  body += poly(
    rr(-5, -24, W + 2, D - 2, 5, 5).map((p) => P(...p, -3)),
    o.well || '#F2B400',
  );
  // In a parallel projection every device is the first one, moved: it is drawn once and repeated.
  const id = `dg${++uid}`;
  body += `<defs><g id="${id}">${device(P, { line: o.line || 1.2, detail: o.detail })}</g></defs>`;
  const [ox, oy] = P(0, 0);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++) {
      const [x, y] = P(c * dx, r * dy);
      body += `<use href="#${id}" x="${f(x - ox)}" y="${f(y - oy)}"/>`;
    }
  return { w: f((W + D + 32) * K * s + 24), h: f((W + D) * 0.5 * s + 64 * s * 0.5 + 30), body };
}
// plan + side view, drawing-sheet style
export function devicePlan() {
  const ln = `stroke="${C.i0}" stroke-width="2"`;
  let b = '';
  // plan view, horizontally, plug to the right. origin body 40,60 size 400x156
  b += `<rect x="436" y="92" width="30" height="92" fill="${C.y}" ${ln} rx="10"/><rect x="462" y="98" width="126" height="80" fill="#E4E8E6" ${ln} rx="3"/><rect x="506" y="110" width="24" height="22" fill="${C.i0}"/><rect x="506" y="144" width="24" height="22" fill="${C.i0}"/><path d="M462 138H588" stroke="${C.i0}" stroke-width="1" opacity=".25"/>`;
  b += `<rect x="40" y="60" width="400" height="156" rx="46" fill="#FFFDF7" ${ln}/><rect x="57" y="77" width="366" height="122" rx="34" fill="none" stroke="${C.p2}" stroke-width="2"/>`;
  b += `<rect x="220" y="88" width="176" height="100" rx="28" fill="${C.i0}"/><clipPath id="dp${++uid}"><circle cx="308" cy="138" r="34"/></clipPath><g clip-path="url(#dp${uid})"><rect x="270" y="100" width="80" height="40" fill="${C.y}"/><rect x="270" y="145" width="80" height="6" fill="${C.p0}"/><rect x="270" y="156" width="80" height="5" fill="${C.p0}"/><rect x="270" y="166" width="80" height="4" fill="${C.p0}"/></g>`;
  for (const [i, c] of BARS.entries())
    b += `<rect x="168" y="${f(88 + i * 16.67)}" width="20" height="16.8" fill="${c}"/>`;
  b += `<circle cx="108" cy="138" r="10" fill="${C.g}"/><circle cx="108" cy="138" r="20" fill="none" stroke="${C.g}" stroke-width="1.5" stroke-dasharray="3 5"/>`;
  // centre line
  b += `<path d="M10 138H34M594 138H622" stroke="${C.i0}" stroke-width="1.2" stroke-dasharray="10 4 2 4"/>`;
  // side view
  b += `<g transform="translate(0,262)"><rect x="436" y="6" width="28" height="58" rx="7" fill="${C.y}" ${ln}/><rect x="462" y="20" width="126" height="30" rx="2" fill="#CDD4D4" ${ln}/><rect x="40" y="0" width="400" height="70" rx="26" fill="#FFFDF7" ${ln}/><path d="M58 46H422" stroke="${C.p3}" stroke-width="2"/><rect x="220" y="0" width="176" height="7" fill="${C.i0}"/><rect x="168" y="0" width="20" height="5" fill="${C.c}"/><path d="M10 35H34M594 35H622" stroke="${C.i0}" stroke-width="1.2" stroke-dasharray="10 4 2 4"/></g>`;
  // projection lines
  b += `<path d="M40 226V254M440 226V254M588 190V254" stroke="${C.i0}" stroke-width="1" stroke-dasharray="3 4" opacity=".55"/>`;
  return { w: 640, h: 345, body: b };
}
// ── QR ──
export function qr(text, x, y, size, o = {}) {
  const framed = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const rows = framed.slice(1, -1).map((row) => row.slice(1, -1));
  const n = rows.length,
    u = size / n;
  let d = '';
  for (let r = 0; r < n; r++) {
    let c = 0;
    while (c < n) {
      if (rows[r][c]) {
        let e = c;
        while (e < n && rows[r][e]) e++;
        d += `M${f(x + c * u)} ${f(y + r * u)}h${f((e - c) * u)}v${f(u)}h${f(-(e - c) * u)}z`;
        c = e;
      } else c++;
    }
  }
  return `<path d="${d}" fill="${o.fill || C.i0}" shape-rendering="crispEdges"/>`;
}
// ── advert on TV, with the QR overlay ──
export function advert(o = {}) {
  let b = `<rect width="640" height="360" fill="${C.p0}"/><rect width="640" height="222" fill="${C.y}"/>`;
  // bakery shelf
  b += `<rect y="222" width="640" height="12" fill="${C.i0}"/><rect y="234" width="640" height="126" fill="${C.p2}"/>`;
  // loaves
  const loaf = (x, y, w, h) =>
    `<path d="M${x} ${y}v${-h * 0.45}q0 ${-h * 0.55} ${w * 0.2} ${-h * 0.55}h${w * 0.6}q${w * 0.2} 0 ${w * 0.2} ${h * 0.55}v${h * 0.45}z" fill="#C87A2C" stroke="${C.i0}" stroke-width="3"/><path d="M${x + w * 0.24} ${y - h * 0.86}l${w * 0.1} ${h * 0.34}M${x + w * 0.46} ${y - h * 0.9}l${w * 0.1} ${h * 0.34}M${x + w * 0.68} ${y - h * 0.88}l${w * 0.1} ${h * 0.34}" stroke="#F6DDAF" stroke-width="6" stroke-linecap="round"/>`;
  b += loaf(300, 222, 112, 86) + loaf(404, 222, 92, 62);
  b += `<path d="M332 122q-8-12 0-22t0-22M372 118q-8-12 0-22t0-22" stroke="${C.i0}" stroke-width="3" fill="none" stroke-linecap="round" opacity=".55"/>`;
  // kifla
  b += `<path d="M36 222q4-50 66-54 62 4 66 54l-34 0q-4-22-32-23-28 1-32 23z" fill="#D68B38" stroke="${C.i0}" stroke-width="3"/><path d="M66 180l14 26M102 168v31M138 180l-14 26" stroke="${C.i0}" stroke-width="2.4"/>`;
  b += `<g fill="${C.i0}" font-weight="640" style="font-stretch:78%" letter-spacing="-1.2"><text x="34" y="66" font-size="46">Pekara na uglu</text><text x="34" y="106" font-size="25" font-weight="500">Tople kifle od 6 ujutru.</text></g>`;
  b += `<text x="34" y="290" font-size="20" font-weight="600" style="font-stretch:80%" fill="${C.i0}">Ulica lipa 14 · svakog dana 6–21</text><text x="34" y="322" font-size="17" font-weight="500" fill="${C.i3}" style="font-family:'Onest Variable'">Uz kod sa ekrana: šesta kifla gratis</text>`;
  if (o.qr !== false) b += qrPlate();
  b += `<g><rect x="0" y="350" width="640" height="10" fill="${C.i0}"/><rect x="0" y="350" width="402" height="10" fill="${C.r}"/></g>`;
  return b;
}
/** What OK brings up over an advert: its code on a plate, where it stands in the 640 × 360 picture. */
export function qrPlate() {
  return `<rect x="474" y="146" width="146" height="192" rx="8" fill="${C.p1}" stroke="${C.i0}" stroke-width="3"/>${qr('https://example.invalid/o/4817', 486, 158, 122)}<rect x="474" y="290" width="146" height="48" fill="${C.i0}"/><circle cx="500" cy="314" r="14" fill="${C.y}"/><text x="500" y="319" text-anchor="middle" font-size="13" font-weight="700" fill="${C.i0}">OK</text><text x="522" y="320" font-size="16.5" font-weight="600" fill="${C.p0}" style="font-stretch:74%">Skenirajte</text>`;
}
export function remote(o = {}) {
  let b = `<rect x="2" y="2" width="116" height="356" rx="34" fill="${C.i1}" stroke="${o.edge || C.i0}" stroke-width="3"/>`;
  b += `<circle cx="32" cy="34" r="9" fill="${C.r}"/><rect x="64" y="28" width="34" height="12" rx="6" fill="${C.i3}"/>`;
  b += `<circle cx="60" cy="112" r="46" fill="${C.i2}" stroke="${C.i3}" stroke-width="2"/><circle cx="60" cy="112" r="25" fill="${C.y}"/><text x="60" y="119" text-anchor="middle" font-size="20" font-weight="720" fill="${C.i0}">OK</text>`;
  b += `<path d="M60 72l7 8h-14zM60 152l7-8h-14zM20 112l8-7v14zM100 112l-8-7v14z" fill="${C.p2}"/>`;
  for (const [i, c] of [C.r, C.g, C.y, C.b].entries())
    b += `<rect x="${17 + i * 23}" y="178" width="17" height="10" rx="3" fill="${c}"/>`;
  for (let i = 0; i < 12; i++) {
    const x = 17 + (i % 3) * 31,
      y = 206 + Math.floor(i / 3) * 32;
    b += `<rect x="${x}" y="${y}" width="24" height="22" rx="6" fill="${C.i2}"/><text x="${x + 12}" y="${y + 16}" text-anchor="middle" font-size="13" font-weight="560" fill="${C.p2}">${['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', ''][i]}</text>`;
  }
  return b;
}
export function phone() {
  let b = `<rect x="2" y="2" width="166" height="336" rx="26" fill="${C.i0}"/><rect x="12" y="14" width="146" height="312" rx="17" fill="${C.p1}"/>`;
  b += `<rect x="62" y="22" width="46" height="7" rx="3.5" fill="${C.i0}"/><g fill="${C.i0}"><text x="26" y="61" font-size="14.6" font-weight="640" style="font-stretch:80%">Pekara na uglu</text></g><rect x="26" y="76" width="118" height="78" fill="${C.y}"/><path d="M44 154v-24q0-24 22-24h38q22 0 22 24v24z" fill="#C87A2C" stroke="${C.i0}" stroke-width="2.4"/><path d="M64 112l8 18M82 110l8 18M100 112l8 18" stroke="#F6DDAF" stroke-width="4" stroke-linecap="round"/>`;
  b += `<rect x="26" y="170" width="118" height="7" fill="${C.i3}"/><rect x="26" y="184" width="92" height="7" fill="${C.p3}"/><rect x="26" y="198" width="104" height="7" fill="${C.p3}"/>`;
  b += `<rect x="26" y="222" width="118" height="34" rx="4" fill="${C.i0}"/><text x="85" y="244" text-anchor="middle" font-size="14" style="font-stretch:82%" font-weight="600" fill="${C.p0}">Kako do nas</text><rect x="26" y="266" width="118" height="34" rx="4" fill="none" stroke="${C.i0}" stroke-width="2"/><text x="85" y="288" text-anchor="middle" font-size="14" style="font-stretch:82%" font-weight="600" fill="${C.i0}">Pozovi</text>`;
  return b;
}
// ── dot field: 100 lokacija ──
export function dotField(o = {}) {
  let seed = o.seed || 11;
  const rnd = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const cols = o.cols || 44,
    rows = o.rows || 34,
    g = 16;
  const inside = (x, y) => {
    const u = x / cols,
      v = y / rows;
    const a = Math.atan2(v - 0.5, u - 0.5);
    const r = Math.hypot((u - 0.5) * 1.12, v - 0.5);
    const lim = 0.415 + 0.05 * Math.sin(a * 3 + 0.6) + 0.034 * Math.sin(a * 5 + 2.1) + 0.022 * Math.sin(a * 9 + 0.4);
    return r < lim;
  };
  const river = (x, y) => {
    const u = x / cols,
      v = y / rows;
    const y1 = 0.27 + 0.08 * Math.sin(u * 6.2) + 0.05 * Math.sin(u * 13 + 1);
    const x2 = 0.53 + 0.06 * Math.sin(v * 8 + 1.5);
    return (
      Math.abs(v - y1) < 0.017 ||
      (v > 0.3 && Math.abs(u - x2) < 0.011) ||
      (u < 0.5 && Math.abs(v - (0.4 - 0.1 * u + 0.03 * Math.sin(u * 16))) < 0.013)
    );
  };
  const pts = [];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) if (inside(x + 0.5, y + 0.5) && !river(x + 0.5, y + 0.5)) pts.push([x, y]);
  // town weights: clusters
  const towns = [
    [0.5, 0.33, 1],
    [0.36, 0.2, 0.8],
    [0.62, 0.66, 0.75],
    [0.47, 0.56, 0.6],
    [0.7, 0.42, 0.45],
    [0.3, 0.48, 0.4],
    [0.55, 0.82, 0.4],
  ];
  const sc = pts
    .map((p) => {
      const u = p[0] / cols,
        v = p[1] / rows;
      let w = 0;
      for (const t of towns) w += t[2] * Math.exp(-((u - t[0]) ** 2 + (v - t[1]) ** 2) / 0.006);
      return [rnd() ** (1 / (w + 0.07)), p];
    })
    .sort((a, b) => b[0] - a[0]);
  const on = new Set(sc.slice(0, 100).map((s) => s[1].join()));
  let b = '';
  for (const [x, y] of pts) {
    const k = on.has(`${x},${y}`);
    b += k
      ? `<rect x="${x * g + 2}" y="${y * g + 3.5}" width="13" height="9.5" rx="2.4" fill="${C.y}"/>`
      : `<circle cx="${x * g + 8}" cy="${y * g + 8}" r="2.1" fill="${o.dot || C.i3}"/>`;
  }
  // signal rings at the biggest town
  const cx = 0.5 * cols * g,
    cy = 0.33 * rows * g;
  for (const r of [46, 78, 110])
    b += `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${C.y}" stroke-width="1.2" opacity="${f(0.9 - r / 150)}"/>`;
  return { w: cols * g, h: rows * g, body: b, count: on.size };
}
// ── coast / horizon ──
// hotel on a headland, its foot at y = 0
function hotel() {
  let b = `<path d="M-118 2V-12L-60-22H420l70 24z" fill="#123640"/>`;
  b += `<rect x="0" y="-150" width="250" height="132" fill="${C.p1}" stroke="${C.i0}" stroke-width="2.4"/><rect x="250" y="-108" width="112" height="90" fill="${C.p2}" stroke="${C.i0}" stroke-width="2.4"/><rect x="-8" y="-158" width="266" height="10" fill="${C.i0}"/><rect x="246" y="-114" width="124" height="8" fill="${C.i0}"/>`;
  for (let r = 0; r < 4; r++)
    for (let c = 0; c < 8; c++) {
      const lit = [3, 9, 12, 18, 22, 29, 30].includes(r * 8 + c);
      b += `<rect x="${12 + c * 29.4}" y="${-140 + r * 30}" width="19" height="18" fill="${lit ? C.y : '#1D4F58'}"/><rect x="${9 + c * 29.4}" y="${-121 + r * 30}" width="25" height="4" fill="${C.i0}"/>`;
    }
  for (let r = 0; r < 2; r++)
    for (let c = 0; c < 4; c++)
      b += `<rect x="${262 + c * 25.5}" y="${-96 + r * 34}" width="16" height="20" fill="${(r + c) % 3 ? '#1D4F58' : C.y}"/>`;
  b += `<g fill="${C.i0}"><path d="M0 0"/>${[0, 1, 2, 3].map((k) => `<path d="M${83 + k * 24} -170l2.6 5.6 6 .7-4.4 4.2 1.1 6-5.3-2.9-5.3 2.9 1.1-6-4.4-4.2 6-.7z" transform="translate(0,-6)"/>`).join('')}</g>`;
  const pine = (x, h) =>
    `<path d="M${x} -10v${-h * 0.4}" stroke="${C.i0}" stroke-width="5"/><path d="M${x - h * 0.34} ${-h * 0.36}q${h * 0.34} ${-h * 0.62} ${h * 0.68} 0z" fill="#0D4A3C" stroke="${C.i0}" stroke-width="2"/><path d="M${x - h * 0.24} ${-h * 0.58}q${h * 0.24} ${-h * 0.5} ${h * 0.48} 0z" fill="#16694F" stroke="${C.i0}" stroke-width="2"/>`;
  return b + pine(-52, 96) + pine(-92, 70) + pine(398, 74) + pine(430, 56);
}
const BOAT = `<path d="M-46 0h92l-16 20h-60z" fill="${C.p1}" stroke="${C.i0}" stroke-width="2.4"/><path d="M0 0V-84" stroke="${C.p1}" stroke-width="3"/><path d="M4-84q40 34 40 74H4z" fill="${C.r}"/><path d="M-4-66q-24 24-28 56h28z" fill="${C.p0}"/>`;
// the coast of a narrow window: hotel, sun and boat are always in view
export function coastM() {
  const W = 390,
    H = 300,
    hz = 176;
  const cx = 286,
    cy = 142,
    R = 112;
  const id = `cm${++uid}`;
  let b = `<clipPath id="${id}a"><rect width="${W}" height="${hz}"/></clipPath><g clip-path="url(#${id}a)">`;
  b += `<circle cx="${cx}" cy="${cy}" r="${R}" fill="${C.y}"/><clipPath id="${id}b"><circle cx="${cx}" cy="${cy}" r="${R}"/></clipPath><g clip-path="url(#${id}b)" stroke="${C.i0}" stroke-opacity=".22" stroke-width="1.2">`;
  for (let x = cx - 90; x <= cx + 90; x += 30) b += `<path d="M${x} 0V${hz}"/>`;
  for (let y = cy - 90; y <= hz; y += 30) b += `<path d="M${cx - R} ${y}H${cx + R}"/>`;
  b += '</g>';
  b += `<circle cx="${cx}" cy="${cy}" r="${R + 14}" fill="none" stroke="${C.i0}" stroke-opacity=".5" stroke-dasharray="2 8"/>`;
  b += `<path d="M150 ${hz}l36-42 22 12 44-38 34 30 26-14 78 48v4z" fill="#8FB5B4"/>`;
  b += `<path d="M0 ${hz}v-40l34-20 40 26 34-16 60 32 20 18z" fill="#5E9496"/>`;
  b += `<path d="M262 ${hz}l52-34 26 12 50-40v62z" fill="#2E6C72"/></g>`;
  b += `<rect y="${hz}" width="${W}" height="${H - hz}" fill="${C.i0}"/>`;
  for (let i = 0, y = hz + 5; y < H; i++) {
    const t = 1 + i * 0.45;
    const half = 95 - i * 2.6 - (i > 5 ? 17 : 0);
    b += `<rect y="${f(y)}" width="${W}" height="${f(t)}" fill="${i % 5 === 2 ? C.c : C.p0}" opacity="${f(0.42 - i * 0.03)}"/>`;
    b += `<rect x="${f(cx - half)}" y="${f(y - 0.5)}" width="${f(half * 2)}" height="${f(t + 1.8)}" fill="${C.y}"/>`;
    y += 6 + i * 1.1;
  }
  b += `<rect y="${hz - 1}" width="${W}" height="2.4" fill="${C.i0}"/>`;
  b += `<g transform="translate(36.6,175) scale(.47)">${hotel()}</g>`;
  b += `<g transform="translate(334,222) scale(.62)">${BOAT}</g>`;
  return { w: W, h: H, body: b };
}
export function coast(_o = {}) {
  const W = 1440,
    H = 620,
    hz = 372;
  let b = '';
  const cx = 1010,
    cy = hz - 40,
    R = 232;
  const id = `co${++uid}`;
  // sun = test-card circle
  b += `<clipPath id="${id}a"><rect width="${W}" height="${hz}"/></clipPath><g clip-path="url(#${id}a)">`;
  b += `<circle cx="${cx}" cy="${cy}" r="${R}" fill="${C.y}"/><clipPath id="${id}b"><circle cx="${cx}" cy="${cy}" r="${R}"/></clipPath><g clip-path="url(#${id}b)" stroke="${C.i0}" stroke-opacity=".22" stroke-width="1.4">`;
  for (let x = cx - 240; x <= cx + 240; x += 60) b += `<path d="M${x} 0V${H}"/>`;
  for (let y = cy - 240; y <= cy + 240; y += 60) b += `<path d="M${cx - 260} ${y}H${cx + 260}"/>`;
  b += '</g>';
  b += `<circle cx="${cx}" cy="${cy}" r="${R + 26}" fill="none" stroke="${C.i0}" stroke-width="1.4" stroke-opacity=".5" stroke-dasharray="2 10"/>`;
  // far mountains
  b += `<path d="M520 ${hz}L640 292l44 22 96-76 70 58 52-30 120 64 96-44 84 36 120-92 84 70 54-26V${hz}z" fill="#8FB5B4"/>`;
  b += `<path d="M0 ${hz}V300l70-44 92 58 74-34 110 62 60-20 90 50z" fill="#5E9496"/>`;
  b += `<path d="M980 ${hz}l110-66 58 24 120-84 86 60 86-40V${hz}z" fill="#2E6C72"/>`;
  b += `<path d="M0 ${hz}V338l58-20 96 30 60-14 92 38z" fill="#1D4F58"/></g>`;
  // sea = scan lines
  b += `<rect y="${hz}" width="${W}" height="${H - hz}" fill="${C.i0}"/>`;
  let y = hz + 7,
    i = 0;
  while (y < H) {
    const t = 1.2 + i * 0.55;
    const col = i % 5 === 2 ? C.c : C.p0;
    b += `<rect x="0" y="${f(y)}" width="${W}" height="${f(t)}" fill="${col}" opacity="${f(Math.max(0.1, 0.42 - i * 0.022))}"/>`;
    const half = R * (0.92 - i * 0.031) + (((i * 37) % 23) - 11) * 2;
    if (half > 14)
      b += `<rect x="${f(cx - half)}" y="${f(y - 1)}" width="${f(half * 2)}" height="${f(t + 2.4)}" fill="${C.y}"/>`;
    y += 8 + i * 1.25;
    i++;
  }
  b += `<rect y="${hz - 1.5}" width="${W}" height="3" fill="${C.i0}"/>`;
  b += `<g transform="translate(118,${hz - 2})">${hotel()}</g>`;
  b += `<g transform="translate(1216,${hz + 62})">${BOAT}</g>`;
  return { w: W, h: H, body: b };
}
// ── pictograms 56×56, 2 px ink line, one flat colour each ──
export const PIC = {
  kuca: (c) =>
    `<path d="M8 27L28 9l20 18v21H8z" fill="${c}"/><path d="M5 29L28 8l23 21M9 26v22h38V26" /><rect x="17" y="28" width="22" height="14" rx="2" fill="${C.p1}"/><path d="M24 46h8"/>`,
  restoran: (c) =>
    `<circle cx="29" cy="30" r="16" fill="${c}"/><circle cx="29" cy="30" r="16"/><circle cx="29" cy="30" r="8.5" fill="${C.p1}"/><path d="M8 10v12c0 3 4 3 4 3v23M5 10v9M11 10v9M50 48V10c-5 3-6 12-5 19h5"/>`,
  kafic: (c) =>
    `<path d="M9 23h30v13a11 11 0 0 1-11 11h-8A11 11 0 0 1 9 36z" fill="${c}"/><path d="M9 23h30v13a11 11 0 0 1-11 11h-8A11 11 0 0 1 9 36zM39 27h4a6 6 0 0 1 0 12h-5M18 17q-3-4 0-8M27 17q-3-4 0-8"/>`,
  recepcija: (c) =>
    `<rect x="6" y="32" width="44" height="16" fill="${c}"/><path d="M6 32h44v16H6zM3 32h50M18 32v-3a10 10 0 0 1 20 0v3M28 19v-4M24 15h8M14 40h28"/>`,
  salon: (c) =>
    `<circle cx="16" cy="42" r="6.5" fill="${c}"/><circle cx="40" cy="42" r="6.5" fill="${c}"/><circle cx="16" cy="42" r="6.5"/><circle cx="40" cy="42" r="6.5"/><path d="M20 37L40 8M36 37L16 8"/>`,
  cekaonica: (c) =>
    `<path d="M12 28h32v10H12z" fill="${c}"/><path d="M12 30V14a3 3 0 0 1 3-3h26a3 3 0 0 1 3 3v16M8 24v16h40V24M12 40v8M44 40v8M12 30h32"/>`,
  teretana: (c) =>
    `<rect x="9" y="17" width="8" height="22" fill="${c}"/><rect x="39" y="17" width="8" height="22" fill="${c}"/><path d="M9 17h8v22H9zM39 17h8v22h-8zM17 28h22M4 22v12M52 22v12"/>`,
  prodavnica: (c) =>
    `<path d="M6 12h44l3 12H3z" fill="${c}"/><path d="M6 12h44l3 12H3zM7 24v24h42V24M15 24V12M28 24V12M41 24V12M32 48V32h10v16M14 32h11v9H14z"/>`,
  apoteka: (c) =>
    `<rect x="9" y="9" width="38" height="38" fill="${c}"/><path d="M9 9h38v38H9zM24 17h8v7h7v8h-7v7h-8v-7h-7v-8h7z"/>`,
  radionica: (c) =>
    `<rect x="7" y="12" width="42" height="26" rx="3" fill="${c}"/><path d="M7 15a3 3 0 0 1 3-3h36a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3zM20 48l8-10 8 10M15 31l7-8 6 5 10-10"/>`,
  pitanja: (c) =>
    `<path d="M7 9h42v28H26L16 47V37H7z" fill="${c}"/><path d="M7 9h42v28H26L16 47V37H7zM22 20a6 6 0 1 1 7 6v3M29 32.500v.5"/>`,
  mreza: (c) =>
    `<rect x="20" y="7" width="16" height="12" fill="${c}"/><path d="M20 7h16v12H20zM6 37h14v11H6zM36 37h14v11H36zM28 19v9M13 37v-9h30v9"/>`,
  garancija: (c) =>
    `<path d="M28 6l18 7v14c0 12-8 19-18 23-10-4-18-11-18-23V13z" fill="${c}"/><path d="M28 6l18 7v14c0 12-8 19-18 23-10-4-18-11-18-23V13zM19 28l7 7 12-13"/>`,
  dostava: (c) =>
    `<path d="M4 14h28v26H4z" fill="${c}"/><path d="M4 14h28v26H4zM32 22h11l9 9v9H32z"/><circle cx="15" cy="42" r="5.500" fill="${C.p1}"/><circle cx="42" cy="42" r="5.500" fill="${C.p1}"/>`,
  povrat: (c) =>
    `<circle cx="29" cy="30" r="18" fill="${c}"/><path d="M12 24a18 18 0 1 1-1 8M11 12v12h12M29 20v11l8 5"/>`,
  podrska: (c) =>
    `<path d="M8 30v10h9V28H9M48 30v10h-9V28h8" fill="${c}"/><path d="M8 30a20 20 0 0 1 40 0M8 28h9v13H8zM39 28h9v13h-9zM48 41c0 5-6 8-14 8"/>`,
};
export const pic = (n, c = C.y, cls = '') =>
  `<svg class="pic ${cls}" viewBox="0 0 56 56" aria-hidden="true" fill="none" stroke="${C.i0}" stroke-width="2.2" stroke-linecap="square" stroke-linejoin="miter"><g stroke="inherit">${PIC[n](c).replace(/fill="(#\w+)"\/>/g, 'fill="$1" stroke="none"/>')}</g></svg>`;
