import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { test } from '../../../contract/auth.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { useSignOut } from '../../app/sign-out.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';

const texts = words.auth.debug;

/** Shows what the server and this page know about the session. */
export default function AuthDebugPage() {
  const me = useUser();
  const { leave, question } = useSignOut();
  const { data, error } = useQuery({ ...queryFor(test, {}), staleTime: 0 });
  return (
    <main id="main">
      <div className="page">
        <h1 className="mb-4">{texts.title}</h1>
        <dl className="card list max-w-136">
          <Row name={texts.status}>
            {error ? <span role="alert">{errorText(error)}</span> : null}
            {data ? (
              <Badge tone={data.authenticated ? 'ok' : 'warn'}>
                {data.authenticated ? texts.authenticated : texts.unauthenticated}
              </Badge>
            ) : null}
          </Row>
          <Row name={texts.user}>{me.username ?? `${me.firstName} ${me.lastName}`}</Row>
          <Row name={texts.email}>{me.email}</Row>
        </dl>
        <div className="row mt-4 max-w-136">
          <Button kind="quiet" className="grow" onClick={() => location.assign('/api/login')}>
            {texts.login}
          </Button>
          <Button kind="quiet" className="grow" onClick={leave}>
            {texts.logout}
          </Button>
        </div>
        {question}
      </div>
    </main>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="row between wrap py-2.5">
      <dt className="mut">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
