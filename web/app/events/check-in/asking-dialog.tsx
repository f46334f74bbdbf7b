import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { DoorDialog } from './door-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** What a dialog asks about; meanwhile the queue is held. */
export type Asking =
  | { kind: 'door' }
  | { kind: 'undo'; code: string; name: string; key: string }
  | { kind: 'anyway'; code: string; name: string };

interface Props {
  asking: Asking | null;
  door: string;
  /** Names that others use today. */
  known: readonly string[];
  onDoor: (name: string) => void;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** At which door this device stands, why an entry is taken back, or why somebody is let in all the same. */
export function AskingDialog({ asking, door, known, onDoor, onReason, onClose }: Props) {
  return (
    <>
      {asking?.kind === 'door' && <DoorDialog door={door} known={known} onClose={onClose} onDoor={onDoor} />}
      {asking?.kind === 'undo' && (
        <ReasonDialog
          title={copy.undoTitle}
          text={copy.undoText(asking.code, asking.name)}
          label={copy.reason}
          ready={copy.undoReasons}
          yes={copy.undo}
          danger
          onReason={onReason}
          onClose={onClose}
        />
      )}
      {asking?.kind === 'anyway' && (
        <ReasonDialog
          title={copy.anywayTitle}
          text={copy.anywayText(asking.code, asking.name)}
          label={copy.anywayReason}
          ready={copy.anywayReasons}
          yes={copy.anywayYes}
          onReason={onReason}
          onClose={onClose}
        />
      )}
    </>
  );
}
