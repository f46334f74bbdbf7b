import { daysFrom } from '#domain/calendar.ts';
import { reportPaper as copy } from '#domain/campaigns/report/report-paper-copy.ts';
import type { Day } from '#domain/day.ts';
import { startOfDay } from '#domain/time.ts';
import { artifact, GREY, INK, INNER, LEFT, line, part, px, RIGHT, type Sheet, write } from './sheet.ts';

interface Bars {
  from: Day;
  until: Day;
  counted: Map<Day, number>;
  /** Of each day; empty: none. */
  plan: Map<Day, number>;
  colour: string;
  alt: string;
}

const HEIGHT = px(170);
/** Days that are named under the bars, at most. */
const NAMED = 5;

/** Plays by day as bars, with the plan of each day as a line over them. */
export function drawBars(sheet: Sheet, { from, until, counted, plan, colour, alt }: Bars): void {
  const days = daysFrom(from, until);
  const most = Math.max(0, ...counted.values());
  const scale = HEIGHT / Math.max(1, most, ...plan.values());
  const wide = INNER / days.length;
  const gap = Math.min(px(3), wide * 0.2);
  const top = sheet.y + px(22);
  const base = top + HEIGHT;
  const x = (n: number) => LEFT + n * wide;
  part(
    sheet,
    'Figure',
    () => {
      const { pdf } = sheet;
      for (const [n, day] of days.entries()) {
        const height = (counted.get(day) ?? 0) * scale;
        if (height > 0) pdf.rect(x(n) + gap / 2, base - height, wide - gap, height).fill(colour);
      }
      if (plan.size > 0) {
        for (const [n, day] of days.entries()) {
          const y = base - (plan.get(day) ?? 0) * scale;
          if (n === 0) pdf.moveTo(x(0), y);
          pdf.lineTo(x(n), y).lineTo(x(n + 1), y);
        }
        pdf.lineWidth(px(1.5)).strokeColor(INK).stroke();
      }
      if (most > 0) {
        const y = base - most * scale;
        pdf
          .save()
          .lineWidth(px(1))
          .strokeColor(GREY)
          .dash(px(3), { space: px(3) });
        pdf.moveTo(LEFT, y).lineTo(RIGHT, y).stroke().undash().restore();
      }
      line(sheet, LEFT, RIGHT, base, px(2));
    },
    { alt },
  );
  const small = { size: 10.5, colour: GREY } as const;
  artifact(sheet, () => {
    if (most > 0) {
      const y = Math.min(base - most * scale - px(18), base - px(18));
      write(sheet, copy.most(most), { x: LEFT, y, width: INNER }, { ...small, colour: INK });
    }
    const step = Math.max(1, Math.ceil((days.length - 1) / (NAMED - 1)));
    for (let n = 0; n < days.length; n += step)
      write(sheet, copy.day(startOfDay(days[n]!)), { x: x(n), y: base + px(6), width: px(80) }, small);
    const last = days.length - 1;
    if (last % step > step / 2)
      write(
        sheet,
        copy.day(startOfDay(days[last]!)),
        { x: RIGHT - px(80), y: base + px(6), width: px(80) },
        {
          ...small,
          align: 'right',
        },
      );
  });
  sheet.y = base + px(26);
}
