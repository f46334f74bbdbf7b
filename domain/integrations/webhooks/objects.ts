/** What an event is about, as a delivery shows it. */
export interface TargetObject {
  kind: string;
  id: string;
  /** Which kind of paper, where it is one. */
  document: string | null;
}
