import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown, Check, Plus } from 'lucide-react';
import { useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { errorText } from '../../data/api.ts';
import { CircleCard } from '../../features/circles/circle-card.tsx';
import '../../features/circles/circles.css';
import { useSetPriority } from '../../features/circles/priority.ts';
import { useOnline } from '../../offline/connection.ts';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FullPage } from '../../ui/layout/layouts.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.circles;

const CreateCircleDialog = lazyComponent(() => import('../../features/circles/create-circle-dialog.tsx'));

export default function CirclesPage() {
  const list = useQuery(queryFor(circles.list, {}));
  const strips = useQuery({ ...queryFor(circles.strips, {}), staleTime: 0 });
  const [setting, setSetting] = useState(false);
  const [creating, setCreating] = useState(false);
  const step = useSetPriority();
  const shown = list.data ?? [];
  const hasNone = list.data?.every((circle) => circle.isContacts) === true;
  const online = useOnline();
  const createButton = (size: 'sm' | 'md') => (
    <Button
      icon={Plus}
      size={size}
      disabled={!online}
      onPointerEnter={CreateCircleDialog.preload}
      onClick={() => setCreating(true)}
    >
      {texts.create}
    </Button>
  );
  return (
    <FullPage
      back={{ href: '/', label: texts.back }}
      title={words.product}
      actions={
        hasNone ? null : (
          <>
            {createButton('sm')}
            <Button
              kind="quiet"
              size="sm"
              icon={setting ? Check : ArrowUpDown}
              aria-pressed={setting}
              disabled={!online}
              onClick={() => setSetting(!setting)}
            >
              {setting ? texts.doneSetting : texts.setPriorities}
            </Button>
          </>
        )
      }
    >
      {setting ? <p className="mut -mt-2 mb-4 max-w-136">{texts.prioritiesHint}</p> : null}
      {list.isPending ? <Loading words={texts.loading} /> : null}
      {list.error ? <p role="alert">{errorText(list.error, texts.failed)}</p> : null}
      {list.data ? (
        <ul className="crds">
          {shown.map((circle, index) => (
            <CircleCard
              key={circle.id}
              circle={circle}
              index={index}
              strip={strips.data?.[circle.id]}
              onStep={setting ? step : undefined}
            />
          ))}
        </ul>
      ) : null}
      {hasNone ? (
        <div className="card mt-4">
          <EmptyState title={texts.empty} text={texts.emptyText} action={createButton('md')} />
        </div>
      ) : null}
      {creating ? <CreateCircleDialog onClose={() => setCreating(false)} /> : null}
    </FullPage>
  );
}
