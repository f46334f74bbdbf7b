import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Cursor, Day, Direction, Flag, Id, plainLine } from '../shapes.ts';
import { MAX_INTAKE, MAX_LIMIT, MAX_OFF, MAX_SHELF, OFF_REASONS, PLACES } from './rules.ts';

/**
 * Every device by its serial number: received by file or scanner, in one place at a time, gone with an order or written off, and back.
 * Until the first intake nothing is counted or limited.
 */
const Place = z.enum(PLACES);
const Serial = z.string().max(60);
/** Where a device was put when it was received; empty: it was not said. */
const Shelf = plainLine(MAX_SHELF).default('');
/** It may come in an address. */
const IntakeNumber = z.coerce.number().pipe(z.int32().positive());
const tag = { tags: ['stock'] };

export const StockDevice = z.object({
  id: Id,
  serial: z.string(),
  place: Place,
  shelf: z.string(),
  /** Was with a customer and came back sellable; it is packed before new ones. */
  isOpened: z.boolean(),
  /** Of its last move. */
  order: z.int().nullable(),
  parcel: z.string().nullable(),
  reason: z.enum(OFF_REASONS).nullable(),
  movedAt: z.date(),
  intake: z.int(),
  receivedAt: z.date(),
  /** Whose order it is in, while it is out. */
  person: z.string().nullable(),
});
export type StockDevice = z.infer<typeof StockDevice>;

/** One move: where from (`null`: received), where to, with which order. */
export const DeviceMove = z.object({
  from: Place.nullable(),
  to: Place,
  at: z.date(),
  by: z.string().nullable(),
  order: z.int().nullable(),
  parcel: z.string().nullable(),
  reason: z.enum(OFF_REASONS).nullable(),
  note: z.string(),
});

export const Intake = z.object({
  number: z.int(),
  at: z.date(),
  by: z.string().nullable(),
  document: z.string(),
  count: z.int(),
  first: z.string().nullable(),
  last: z.string().nullable(),
});
export type Intake = z.infer<typeof Intake>;

/** Why a line of a file, or a scanned number, is not received. */
export const IntakeProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exists'), place: Place, order: z.int().nullable(), since: z.date() }),
  z.object({ kind: z.literal('twice'), line: z.int() }),
  z.object({ kind: z.literal('letter'), missing: z.int() }),
  z.object({ kind: z.literal('space') }),
  z.object({ kind: z.literal('format') }),
]);
export type IntakeProblem = z.infer<typeof IntakeProblem>;

const Checked = z.object({
  lines: z.int(),
  fresh: z.int(),
  problems: z.array(z.object({ line: z.int(), text: z.string(), problem: IntakeProblem })),
});
const FILE = {
  INTAKE_UNREADABLE: { data: z.object({ name: z.string() }) },
  INTAKE_TOO_LONG: {},
} as const;
/** Orders whose turn it was: `until` is the day on which each waits from then on. */
const AWAITED = { data: z.object({ orders: z.array(z.object({ number: z.int(), until: Day })) }) };
const Where = z.object({ serial: z.string(), place: Place, to: Place, order: z.int().nullable() });

const Choice = z.object({
  /** A part of a number, an order, a parcel or a name; the last four digits are enough. */
  search: z.string().trim().max(100).optional(),
  place: Place.optional(),
  intake: IntakeNumber.optional(),
});

export const stock = {
  admin: {
    list: oc
      .route({ method: 'GET', path: '/admin/stock', ...tag })
      .input(Choice.extend({ direction: Direction, after: Cursor.optional() }))
      .output(z.object({ rows: z.array(StockDevice), next: z.string().nullable() })),
    /** How many are where, exactly: together all that were ever received. */
    level: oc.route({ method: 'GET', path: '/admin/stock/level', ...tag }).output(
      z.object({
        places: z.record(Place, z.int()),
        received: z.int(),
        /** Orders that packed devices are for. */
        packedOrders: z.int(),
        /** Since when the one is with the courier that has been there longest. */
        courierSince: z.date().nullable(),
        lastOff: z.date().nullable(),
        warnBelow: z.int(),
        /** In stock and waited for by nobody, and waited for although there is none. */
        free: z.int(),
        waitedFor: z.int(),
        /** From when is delivered what nobody has yet; `null`: it was not said, or that day is over. */
        deliversFrom: Day.nullable(),
        isLow: z.boolean(),
        /** In the last thirty days: how many left, and the most on one day. */
        left: z.int(),
        leftInADay: z.int(),
      }),
    ),
    export: oc
      .route({ method: 'GET', path: '/admin/stock/export', ...tag })
      .input(Choice)
      .output(z.file()),
    /** The way of one device, first move first. */
    device: oc
      .route({ method: 'GET', path: '/admin/stock/devices/{id}', ...tag })
      .input(z.object({ id: Id }))
      .output(StockDevice.extend({ moves: z.array(DeviceMove) }))
      .errors(refusals({ DEVICE_GONE: { status: 404 } })),
    intakes: oc
      .route({ method: 'GET', path: '/admin/stock/intakes', ...tag })
      .input(z.object({ all: Flag.default(false) }))
      .output(z.object({ rows: z.array(Intake), count: z.int(), next: z.int() })),
    /** Reads a file and writes nothing. */
    check: oc
      .route({ method: 'POST', path: '/admin/stock/intakes/check', ...tag })
      .input(z.object({ file: z.file() }))
      .output(Checked)
      .errors(refusals(FILE)),
    /** Receives what is new in the file, all of it or nothing; the same key again is the same intake. */
    take: oc
      .route({ method: 'POST', path: '/admin/stock/intakes', ...tag })
      .input(z.object({ key: Id, file: z.file(), document: plainLine(100), shelf: Shelf }))
      .output(Checked.extend({ intake: z.int(), inStock: z.int() }))
      .errors(refusals({ ...FILE, INTAKE_EMPTY: {} })),
    /**
     * Takes back an intake by file, while it is ten seconds old and none of it has moved. `seen` as of `writeOff`; whoever says it has a
     * minute more.
     */
    undo: oc
      .route({ method: 'POST', path: '/admin/stock/intakes/{number}/undo', ...tag })
      .input(z.object({ number: IntakeNumber, seen: z.array(z.int()).max(MAX_INTAKE).default([]) }))
      .output(z.object({ removed: z.int() }))
      .errors(refusals({ INTAKE_GONE: { status: 404 }, INTAKE_STAYS: {}, INTAKE_AWAITED: AWAITED })),
    /** One number, received at once into the scanner's intake, which its first number opens. */
    scan: oc
      .route({ method: 'POST', path: '/admin/stock/scans', ...tag })
      .input(z.object({ key: Id, serial: Serial, shelf: Shelf }))
      .output(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('received'), id: Id, serial: z.string(), intake: z.int() }),
          z.object({ kind: z.literal('again'), id: Id, serial: z.string(), intake: z.int(), at: z.date() }),
          z.object({ kind: z.literal('refused'), text: z.string(), problem: IntakeProblem }),
        ]),
      ),
    /** Takes one scanned number back, while the device has not moved. `seen` as of `writeOff`. */
    unscan: oc
      .route({ method: 'POST', path: '/admin/stock/devices/{id}/unscan', ...tag })
      .input(z.object({ id: Id, seen: z.array(z.int()).max(MAX_OFF).default([]) }))
      .output(z.object({ removed: z.boolean() }))
      .errors(refusals({ INTAKE_STAYS: {}, INTAKE_AWAITED: AWAITED })),
    /** All of them or none. `seen`: the orders that wait for other devices because of it, once they were told. */
    writeOff: oc
      .route({ method: 'POST', path: '/admin/stock/write-offs', ...tag })
      .input(
        z.object({
          serials: z.array(Serial).min(1).max(MAX_OFF),
          reason: z.enum(OFF_REASONS),
          note: plainLine(300).default(''),
          seen: z.array(z.int()).max(MAX_OFF).default([]),
        }),
      )
      .output(z.object({ written: z.int() }))
      .errors(
        refusals({
          DEVICE_UNKNOWN: { data: z.object({ serial: z.string() }) },
          DEVICE_ELSEWHERE: { data: Where },
          WRITE_OFF_AWAITED: AWAITED,
        }),
      ),
    /** Devices that came back, were looked at and are sound, all of them or none; what a return or an exchange still needs is refused. */
    restock: oc
      .route({ method: 'POST', path: '/admin/stock/restocks', ...tag })
      .input(z.object({ serials: z.array(Serial).min(1).max(MAX_OFF) }))
      .output(z.object({ restocked: z.int() }))
      .errors(
        refusals({
          DEVICE_UNKNOWN: { data: z.object({ serial: z.string() }) },
          DEVICE_ELSEWHERE: { data: Where },
          DEVICE_UNDECIDED: { data: z.object({ serial: z.string(), order: z.int() }) },
        }),
      ),
    /** A4: what was written off on that day, with reason, note and by whom, to be signed. */
    writeOffRecord: oc
      .route({ method: 'GET', path: '/admin/stock/write-offs/{day}', ...tag })
      .input(z.object({ day: Day }))
      .output(z.file())
      .errors(refusals({ NOTHING_WRITTEN_OFF: { status: 404, data: z.object({ day: Day }) } })),
    setLimit: oc
      .route({ method: 'POST', path: '/admin/stock/limit', ...tag })
      .input(z.object({ warnBelow: z.int().min(0).max(MAX_LIMIT) }))
      .output(z.object({ warnBelow: z.int() })),
    /** From which day devices are delivered that nobody has yet: said to whoever orders more than are free. */
    setDeliversFrom: oc
      .route({ method: 'POST', path: '/admin/stock/delivers-from', ...tag })
      .input(z.object({ day: Day.nullable() }))
      .output(z.object({ deliversFrom: Day.nullable() }))
      .errors(refusals({ DELIVERY_DAY_WRONG: { status: 422, data: z.object({ until: Day }) } })),
  },
};
