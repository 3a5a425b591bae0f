import { CircleDot, House, LogOut, Plus, Search, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Bell } from '../features/notifications/bell.tsx';
import type { FrameKind } from './routes.tsx';
import { go } from './navigation.ts';
import { useSession } from './session.tsx';
import { useSignOut } from './sign-out.tsx';
import { PersonAvatar } from '../ui/people/person-avatar.tsx';
import { BottomBar, SkipLink, type Tab, TopBar } from '../ui/layout/bars.tsx';
import { Button } from '../ui/form/button.tsx';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { words } from '../words/words.ts';

const tabs: readonly Tab[] = [
  { href: '/contacts', label: words.shell.contacts, icon: Users },
  { href: '/', label: words.shell.home, icon: House },
  { href: '/circles', label: words.shell.circles, icon: CircleDot },
];

/** Fetched once the first page has loaded: without a connection it could not be fetched any more. */
export const OfflineNote = lazyComponent(() => import('../offline/offline-note.tsx'));

/** Opens the composer, on a circle's page for this circle. */
const share = (): void => {
  const circleId = location.pathname === '/circle-management' ? circleIdOf(location.search) : null;
  go(circleId === null ? '/create-post' : `/create-post?circleId=${encodeURIComponent(circleId)}`);
};

const circleIdOf = (search: string): string | null => {
  const asked = new URLSearchParams(search);
  return asked.get('id') ?? asked.get('circleId');
};

/** The bars around a page. */
export function Shell({ kind, children }: { kind: FrameKind; children: ReactNode }) {
  const { user } = useSession();
  if (kind === 'none') return children;
  if (kind === 'plain') {
    return (
      <>
        <SkipLink />
        <TopBar plain />
        <OfflineNote />
        {children}
      </>
    );
  }
  return (
    <>
      <SkipLink />
      <TopBar tabs={tabs}>
        <span className="desk">
          <Button kind="quiet" size="sm" icon={Plus} onClick={share}>
            <span className="fold">{words.ui.share}</span>
          </Button>
        </span>
        <Link href="/search" className="ib" aria-label={words.shell.search}>
          <Search aria-hidden="true" />
        </Link>
        <Bell />
        {user ? (
          <Link href="/my-account" className="ib mine" aria-label={words.titles.account}>
            <PersonAvatar person={user} />
          </Link>
        ) : null}
        <LogoutButton />
      </TopBar>
      <OfflineNote />
      {children}
      {kind === 'app' ? <BottomBar tabs={tabs} onShare={share} /> : null}
    </>
  );
}

function LogoutButton() {
  const { leave, question } = useSignOut();
  return (
    <>
      <Button kind="ghost" size="sm" icon={LogOut} onClick={leave}>
        <span className="fold">{words.shell.logout}</span>
      </Button>
      {question}
    </>
  );
}
