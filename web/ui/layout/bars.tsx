import { type LucideIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { words } from '../../words/words.ts';
import { useChanged } from '../hooks/roving.ts';
import { Logo, Ring } from '../pencil/ring.tsx';
import { useShareInView } from './share-in-view.ts';

export interface Tab {
  href: string;
  label: string;
  icon: LucideIcon;
}

/** First in the page for the keyboard: leads past the bars. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      {words.ui.skip}
    </a>
  );
}

/** The bar at the top: logo, navigation on wide screens, actions; the place of the bug button stays free at its end. */
export function TopBar({
  tabs,
  plain,
  children,
}: {
  tabs?: readonly Tab[];
  plain?: boolean;
  children?: ReactNode;
}) {
  const [path] = useLocation();
  const changed = useChanged(path);
  return (
    <header className={plain ? 'top plain' : 'top'}>
      <div className="in-top">
        <Logo />
        {tabs ? (
          <nav className="desk" aria-label={words.ui.mainNavigation}>
            {tabs.map(({ href, label, icon: Icon }, index) => (
              <Link key={href} href={href} aria-current={href === path ? 'page' : undefined}>
                {href === path ? <Ring shape="wide" variant={index} draw={changed} /> : null}
                <Icon aria-hidden="true" />
                <span>{label}</span>
              </Link>
            ))}
          </nav>
        ) : null}
        <span className="grow" />
        {children}
      </div>
    </header>
  );
}

/**
 * The bar at the bottom, on widths up to 768 px, with a button to share under the thumb. A tab is active where its path
 * equals the current one exactly.
 */
export function BottomBar({ tabs, onShare }: { tabs: readonly Tab[]; onShare: () => void }) {
  const [path] = useLocation();
  const changed = useChanged(path);
  const isQuiet = useShareInView();
  return (
    <div className="bot">
      <nav aria-label={words.ui.bottomNavigation}>
        {tabs.map(({ href, label, icon: Icon }, index) => (
          <Link key={href} href={href} aria-current={href === path ? 'page' : undefined}>
            <span>
              {href === path ? <Ring shape="round" variant={index} draw={changed} /> : null}
              <Icon aria-hidden="true" />
            </span>
            {label}
          </Link>
        ))}
      </nav>
      <button type="button" className={isQuiet ? undefined : 'loud'} onClick={onShare}>
        <span>
          <Plus aria-hidden="true" />
        </span>
        {words.ui.share}
      </button>
    </div>
  );
}
