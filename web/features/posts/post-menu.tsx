import { Ellipsis, Eye, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Menu } from '../../ui/menu.tsx';
import { words } from '../../words/words.ts';

const texts = words.posts.card;

const AudienceDialog = lazy(() => import('./audience-dialog.tsx'));
const DeletePostDialog = lazy(() => import('./delete-post-dialog.tsx'));

/** What its author can do with a post. */
export function PostMenu({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const [open, setOpen] = useState<'audience' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <div>
      <Menu
        trigger={{ icon: Ellipsis, label: texts.options }}
        items={[
          { key: 'audience', icon: Eye, label: texts.audience, onSelect: () => setOpen('audience') },
          {
            key: 'delete',
            icon: Trash2,
            label: texts.delete,
            tone: 'danger',
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      <Suspense fallback={null}>
        {open === 'audience' ? <AudienceDialog id={id} onClose={close} /> : null}
        {open === 'delete' ? <DeletePostDialog id={id} onClose={close} onDeleted={onDeleted} /> : null}
      </Suspense>
    </div>
  );
}
