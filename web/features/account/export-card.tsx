import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import * as account from '../../../contract/account.ts';
import { api, errorText } from '../../data/api.ts';
import { queryKey, queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { buttonClass } from '../../ui/form/button-look.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.account.export;
const pollMs = 5_000;

const ProofDialog = lazyComponent(() => import('./proof-dialog.tsx'));

export function ExportCard() {
  const client = useQueryClient();
  const { data, isPending, error } = useQuery({
    ...queryFor(account.exportState, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  });
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const isReady = data?.status === 'ready';
  return (
    <section className="card pad" aria-labelledby="export">
      <h2 id="export">{texts.title}</h2>
      <p className="small mut mt-2">{texts.text}</p>
      {isPending ? <Loading words={texts.loading} /> : null}
      {error && !data ? <p role="alert">{errorText(error, texts.loadFailed)}</p> : null}
      <p className="small mt-2" role="status">
        {data?.status === 'pending' ? texts.pending : null}
        {isReady && data.createdAt !== null ? texts.ready({ date: date(data.createdAt) }) : null}
      </p>
      {data && data.status !== 'pending' ? (
        <div className="row wrap mt-3">
          {isReady ? (
            <a className={buttonClass({})} href="/api/user/export/file" download>
              <Download aria-hidden="true" />
              {texts.download}
            </a>
          ) : null}
          <Button kind="quiet" onClick={() => setAsking(true)}>
            {isReady ? texts.again : texts.request}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <ProofDialog
          title={texts.askTitle}
          text={words.account.proof.text}
          action={texts.request}
          busyText={texts.requesting}
          failed={texts.failed}
          run={async (proof) => {
            client.setQueryData(queryKey(account.exportState, {}), await api(account.requestExport, proof));
            close();
          }}
          onClose={close}
        />
      ) : null}
    </section>
  );
}
