import { CircleDot, House, LogOut, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Bell } from './features/notifications/bell.tsx';
import type { FrameKind } from './routes.tsx';
import { signOut } from './session.tsx';
import { BottomBar, SkipLink, type Tab, TopBar } from './ui/bars.tsx';
import { Button } from './ui/button.tsx';
import { words } from './words/words.ts';

const tabs: readonly Tab[] = [
  { href: '/contacts', label: words.frame.contacts, icon: Users },
  { href: '/', label: words.frame.home, icon: House },
  { href: '/circles', label: words.frame.circles, icon: CircleDot },
];

/** The bars around a page. */
export function Frame({ kind, children }: { kind: FrameKind; children: ReactNode }) {
  if (kind === 'none') return children;
  if (kind === 'plain') {
    return (
      <>
        <SkipLink />
        <TopBar plain />
        {children}
      </>
    );
  }
  return (
    <>
      <SkipLink />
      <TopBar tabs={tabs}>
        <Bell />
        <Button kind="ghost" size="sm" icon={LogOut} onClick={() => void signOut()}>
          {words.frame.logout}
        </Button>
      </TopBar>
      {children}
      {kind === 'app' ? <BottomBar tabs={tabs} /> : null}
    </>
  );
}
