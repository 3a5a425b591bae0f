import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AuditAct } from '../../../contract/audit.ts';
import { errorText } from '../../data/api.ts';
import { ActList, actsOf, type LogFilter } from '../../features/audit/act-list.tsx';
import { AdminArea } from '../../features/moderation/admin-area.tsx';
import { More } from '../../features/moderation/more.tsx';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';

const texts = words.audit;

const everything: LogFilter = { act: null, from: '', to: '' };
const options = [
  { value: '', label: texts.allActs },
  ...AuditAct.options.map((value) => ({ value, label: texts.acts[value] })),
];

/** The audit log, filtered by action and day. */
export default function AdminAuditPage() {
  const { user } = useSession();
  const [filter, setFilter] = useState(everything);
  const list = useInfiniteQuery({ ...actsOf(filter), enabled: user?.isAdmin === true });
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = filter.act !== null || filter.from !== '' || filter.to !== '';
  return (
    <AdminArea path="/admin/audit" intro={texts.intro}>
      <div className="logfilter">
        <Select
          label={texts.act}
          options={options}
          value={filter.act ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setFilter({ ...filter, act: AuditAct.options.find((act) => act === value) ?? null })
          }
        />
        <TextField
          label={texts.from}
          type="date"
          value={filter.from}
          onChange={({ currentTarget: { value } }) => setFilter({ ...filter, from: value })}
        />
        <TextField
          label={texts.to}
          type="date"
          value={filter.to}
          onChange={({ currentTarget: { value } }) => setFilter({ ...filter, to: value })}
        />
        {isFiltered ? (
          <Button kind="ghost" onClick={() => setFilter(everything)}>
            {texts.clear}
          </Button>
        ) : null}
      </div>
      {list.isPending ? <Loading words={texts.loading} /> : null}
      {list.error ? <p role="alert">{errorText(list.error, texts.failed)}</p> : null}
      {list.data && entries.length === 0 ? (
        <div className="card">
          <EmptyState title={texts.empty} text={texts.emptyText} />
        </div>
      ) : null}
      {entries.length > 0 ? <ActList entries={entries} /> : null}
      <More query={list} />
    </AdminArea>
  );
}
