import { Component, createRef, type ReactNode } from 'react';

interface Anchor {
  element: Element;
  top: number;
}

// Height in pixels of the top bar, which covers posts under it.
const topBarPx = 64;

/**
 * Keeps the scroll position when posts are inserted above. Most browsers anchor automatically. In Safari this restores
 * the position of the first visible post after the change.
 */
export class KeepScrollPosition extends Component<{ children: ReactNode }> {
  private readonly box = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): Anchor | null {
    if (CSS.supports('overflow-anchor', 'auto') || scrollY < topBarPx) return null;
    const posts = this.box.current?.querySelectorAll(':scope > .post') ?? [];
    for (const element of posts) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > topBarPx) return { element, top };
    }
    return null;
  }

  override componentDidUpdate(_: unknown, __: unknown, anchor: Anchor | null): void {
    if (!anchor?.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) > 1) scrollBy(0, moved);
  }

  override render() {
    return (
      <div className="posts" ref={this.box}>
        {this.props.children}
      </div>
    );
  }
}
