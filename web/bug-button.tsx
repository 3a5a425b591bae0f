import { Bug } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from './ui/icon-button.tsx';
import { words } from './words/words.ts';

const load = () => import('./features/bug-reports/bug-dialog.tsx');
const BugDialog = lazy(load);

/** Stands on every screen, in the place that each header keeps free for it. */
export function BugButton() {
  const [open, setOpen] = useState(false);
  const near = () => void load();
  return (
    <>
      <IconButton
        icon={Bug}
        className="bug"
        label={words.frame.reportBug}
        title={words.frame.reportBug}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense fallback={null}>
          <BugDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
