import { Bell as BellIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { useUnread } from './unread.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.notifications;
const BellList = lazyComponent(() => import('./bell-list.tsx'));

const narrow = () => matchMedia('(max-width: 768px)').matches;

/** The bell with the unread count. It opens the list; on phones it leads to the notifications page. */
export function Bell() {
  const unread = useUnread();
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const close = useCallback(() => setOpen(false), []);
  const cap = unread > 9 ? texts.cap : String(unread);
  return (
    <span className="relative">
      <IconButton
        icon={BellIcon}
        label={texts.bell({ unread, cap })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={BellList.preload}
        onClick={() => (narrow() ? navigate('/notifications') : setOpen(!open))}
      >
        {unread > 0 ? (
          <span className="count" aria-hidden="true">
            {cap}
          </span>
        ) : null}
      </IconButton>
      {open ? <BellList onClose={close} /> : null}
    </span>
  );
}
