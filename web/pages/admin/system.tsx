import { useQuery } from '@tanstack/react-query';
import { overview } from '../../../contract/system.ts';
import { errorText } from '../../data/api.ts';
import { AdminArea } from '../../features/moderation/admin-area.tsx';
import { Backups, Card, Health, Nodes } from '../../features/system/cards.tsx';
import { JobList } from '../../features/system/job-list.tsx';
import '../../features/system/system.css';
import { queryFor } from '../../data/query.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';

const texts = words.system;

/** How the server is doing. */
export default function AdminSystemPage() {
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
