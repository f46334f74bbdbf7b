declare global {
  interface Window {
    /** Makes the data as each tree wants it; the answer draws the tree and ends when its first nodes are in the page. */
    prepare(size: number): () => Promise<void>;
    /** Waits until an element that matches is in the page. */
    seen(selector: string): Promise<void>;
  }
}

export {};
