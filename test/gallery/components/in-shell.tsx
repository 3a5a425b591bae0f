import type { ReactNode } from 'react';
import { Bell, House, Users, UsersRound } from 'lucide-react';
import { IconButton, Button } from '../../../web/ui/form/button.tsx';
import { BottomBar, SkipLink, TopBar } from '../../../web/ui/layout/bars.tsx';
import { FullPage } from '../../../web/ui/layout/layouts.tsx';
import { words } from '../../../web/words/words.ts';

const tabs = [
  { href: '/', label: words.shell.home, icon: House },
  { href: '/circles', label: words.shell.circles, icon: Users },
  { href: '/contacts', label: words.shell.contacts, icon: UsersRound },
];

/** A page of components in the frame of the app. */
export function InShell({ title, bell, children }: { title: string; bell?: ReactNode; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopBar tabs={tabs}>{bell ?? <IconButton icon={Bell} label={words.pageTitles.notifications} />}</TopBar>
      <FullPage
        back={{ href: '/', label: words.controls.back }}
        title={title}
        actions={
          <>
            <Button kind="quiet">{words.circles.setPriorities}</Button>
            <Button>{words.circles.create}</Button>
          </>
        }
      >
        {children}
      </FullPage>
      <BottomBar tabs={tabs} onShare={() => undefined} />
    </>
  );
}
