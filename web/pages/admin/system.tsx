import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { overview } from '../../../contract/system.ts';
import { errorText } from '../../data/api.ts';
import { AdminArea, AdminOnly } from '../../features/moderation/admin-area.tsx';
import { Backups, Card, Health, Nodes } from '../../features/system/cards.tsx';
import { isOpen, SetupList, useSetup } from '../../features/system/setup-list.tsx';
import { JobList } from '../../features/system/job-list.tsx';
import { queryFor } from '../../data/query.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';

const texts = words.system;

const FirstRun = lazyComponent(() => import('../../features/system/first-run.tsx'));

/** How the server is doing, and the steps that set up a new place. */
export default function AdminSystemPage() {
  const [search] = useSearchParams();
  const step = Number(search.get('step') ?? 0);
  if (![1, 2, 3].includes(step)) return <Status />;
  return (
    <AdminOnly>
      <FirstRun step={step} />
    </AdminOnly>
  );
}

function Status() {
  const { user } = useSession();
  const look = useQuery({ ...queryFor(overview, {}), enabled: user?.isAdmin === true, staleTime: 0 });
  return (
    <AdminArea path="/admin/system" intro={texts.intro}>
      {look.isPending ? <Loading words={texts.loading} /> : null}
      {look.error ? <p role="alert">{errorText(look.error, texts.failed)}</p> : null}
      {look.data ? <Setup /> : null}
      {look.data ? (
        <div className="sysgrid">
          <div className="stack g16">
            <Health overview={look.data} />
            {look.data.backup === null ? null : <Backups backup={look.data.backup} />}
          </div>
          <div className="stack g16">
            <Card title={texts.jobs}>
              <JobList jobs={look.data.jobs} />
            </Card>
            <Nodes nodes={look.data.nodes} />
          </div>
        </div>
      ) : null}
      {look.isPending ? null : (
        <Button kind="quiet" className="mt-4" busy={look.isFetching} onClick={() => void look.refetch()}>
          {texts.again}
        </Button>
      )}
    </AdminArea>
  );
}

function Setup() {
  const { data, error } = useSetup();
  if (error) return <p role="alert">{errorText(error, words.setup.failed)}</p>;
  if (!data) return <Loading words={words.setup.loading} />;
  const count = data.items.filter(isOpen).length;
  return (
    <div className="mb-4">
      <Card title={count === 0 ? words.setup.done : words.setup.title}>
        {count === 0 ? null : <p className="mut">{words.setup.open({ count })}</p>}
        <SetupList items={data.items} />
      </Card>
    </div>
  );
}
