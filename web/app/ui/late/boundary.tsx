import { Component, type ReactNode } from 'react';

/** Shows something else in the place of what failed while it was drawn. A class, because React has no other way. */
export class Boundary extends Component<{ children: ReactNode; instead: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
