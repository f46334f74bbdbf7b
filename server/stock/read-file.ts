import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { MAX_INTAKE } from '#domain/stock/rules.ts';

/** A line of the file, counted as the spreadsheet counts it, with the text of its first column. */
export interface FileLine {
  line: number;
  text: string;
}

/** Bytes that a part of a workbook may have unpacked. */
const LARGEST_PART = 20 * 1024 * 1024;

/** Letters of a line that go on; a serial number has thirteen. */
const LONGEST_TEXT = 200;

/** The first column of a CSV or of the first sheet of an Excel file, without a heading and empty lines. */
export function readLines(bytes: Uint8Array): FileLine[] | 'unreadable' | 'too long' {
  let lines: FileLine[];
  try {
    lines = isZip(bytes) ? linesOfWorkbook(bytes) : linesOfText(bytes);
  } catch {
    return 'unreadable';
  }
  const filled = lines.filter(({ text }) => text.trim() !== '');
  const numbers = filled[0] && !/\d/.test(filled[0].text) ? filled.slice(1) : filled;
  if (numbers.length === 0) return 'unreadable';
  if (numbers.length > MAX_INTAKE) return 'too long';
  // Cells may share one text of megabytes.
  return numbers.map(({ line, text }) => ({
    line,
    text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text,
  }));
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

function linesOfText(bytes: Uint8Array): FileLine[] {
  const text = textOf(bytes);
  if (text.includes('\0')) throw new Error('not a text');
  const rows = parse(text, {
    bom: true,
    delimiter: [';', ',', '\t'],
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    // Empty lines do not count among those that are read.
    skip_records_with_empty_values: true,
    to: MAX_INTAKE + 2,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return rows.map(({ record, info }) => ({ line: info.lines, text: record[0] ?? '' }));
}

/** As a spreadsheet here saves it: in UTF-16 by its mark, in UTF-8, or in Windows-1250, as Excel does when it is just called CSV. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1250').decode(bytes);
  }
}

/** Column A of the first sheet. Texts of a workbook stand in a table of their own, or in the cell. */
function linesOfWorkbook(bytes: Uint8Array): FileLine[] {
  const parts = unpack(bytes);
  const sheet = parts['xl/worksheets/sheet1.xml'];
  if (!sheet) throw new Error('no sheet');
  const shared = parts['xl/sharedStrings.xml'] ? sharedTexts(parts['xl/sharedStrings.xml']) : [];
  const lines: FileLine[] = [];
  let cell: { line: number; type: string } | null = null;
  let text = '';
  let inside = false;
  readXml(sheet, {
    open: (name, attributes) => {
      const at = name === 'c' && /^A(\d+)$/.exec(attributes.r ?? '');
      if (at) [cell, text] = [{ line: Number(at[1]), type: attributes.t ?? '' }, ''];
      inside = cell !== null && (name === 'v' || name === 't');
    },
    text: (part) => {
      if (inside) text += part;
    },
    close: (name) => {
      inside = false;
      if (name !== 'c' || !cell) return;
      lines.push({ line: cell.line, text: cell.type === 's' ? (shared[Number(text)] ?? '') : text });
      cell = null;
    },
  });
  return lines;
}

/**
 * The two parts that are read. An archive may name one part a thousand times and point to the same bytes each time: it is looked through
 * before anything is unpacked. What a part says of its size is no promise, so that time is bounded by the thread (read-in-thread.ts).
 */
function unpack(bytes: Uint8Array): Record<string, Uint8Array | undefined> {
  const isWanted = ({ name }: { name: string }) => /^xl\/(sharedStrings\.xml|worksheets\/sheet1\.xml)$/.test(name);
  const seen = new Set<string>();
  unzipSync(bytes, {
    filter(part) {
      if (!isWanted(part)) return false;
      if (seen.has(part.name) || part.originalSize > LARGEST_PART) throw new Error('no workbook');
      seen.add(part.name);
      return false;
    },
  });
  return unzipSync(bytes, { filter: isWanted });
}

function sharedTexts(part: Uint8Array): string[] {
  const texts: string[] = [];
  let text = '';
  let inside = false;
  readXml(part, {
    open: (name) => {
      if (name === 'si') text = '';
      inside = name === 't';
    },
    text: (more) => {
      if (inside) text += more;
    },
    close: (name) => {
      inside = false;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

interface Reader {
  open: (name: string, attributes: Record<string, string>) => void;
  text: (text: string) => void;
  close: (name: string) => void;
}

function readXml(part: Uint8Array, reader: Reader): void {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }) => reader.open(local(name), attributes as Record<string, string>));
  parser.on('text', reader.text);
  parser.on('cdata', reader.text);
  parser.on('closetag', ({ name }) => reader.close(local(name)));
  parser.on('doctype', () => {
    throw new Error('no document type');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(new TextDecoder().decode(part)).close();
}
