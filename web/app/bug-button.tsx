import { Bug } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/form/button.tsx';
import { words } from '../words/words.ts';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';

const BugDialog = lazyComponent(() => import('../features/bug-reports/bug-dialog.tsx'));

/** Stands on every screen, in the place that each header keeps free for it. */
export function BugButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={Bug}
        className="bug"
        label={words.shell.reportBug}
        title={words.shell.reportBug}
        onPointerEnter={BugDialog.preload}
        onFocus={BugDialog.preload}
        onClick={() => setOpen(true)}
      />
      {open ? <BugDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
