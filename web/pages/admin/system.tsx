import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { overview } from '../../../contract/system.ts';
import { errorText } from '../../data/api.ts';
import { AdminArea, AdminOnly } from '../../features/moderation/admin-area.tsx';
import { Backups, Card, Health, Nodes } from '../../features/system/cards.tsx';
import { JobList } from '../../features/system/job-list.tsx';
import '../../features/system/system.css';
import { queryFor } from '../../data/query.ts';
import { useSession } from '../../app/session.tsx';
import { stepUrl } from '../../features/system/steps.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextLink } from '../../ui/form/links.tsx';
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
      {look.data ? (
        <div className="sysgrid">
          <div className="stack g16">
            <Health overview={look.data} />
            <Backups backup={look.data.backup} />
          </div>
          <div className="stack g16">
            <Card title={texts.jobs}>
              <JobList jobs={look.data.jobs} />
            </Card>
            <Nodes nodes={look.data.nodes} />
            <Card title={words.firstRun.title}>
              <ul className="list">
                <li>
                  <TextLink href={stepUrl(1)}>{words.firstRun.again.name}</TextLink>
                </li>
                <li>
                  <TextLink href={stepUrl(2)}>{words.firstRun.again.mail}</TextLink>
                </li>
                <li>
                  <TextLink href={stepUrl(3)}>{words.firstRun.again.circle}</TextLink>
                </li>
              </ul>
            </Card>
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
