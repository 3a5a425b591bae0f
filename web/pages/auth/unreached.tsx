import { useQueryClient } from '@tanstack/react-query';
import { userKey } from '../../app/session.tsx';
import { errorText } from '../../data/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';

const texts = words.offlineNote;

/** The server does not answer who is signed in. A session stays one. */
export default function Unreached() {
  const client = useQueryClient();
  // `useQuery` would ask again as soon as this is shown.
  const error = client.getQueryState(userKey)?.error;
  return (
    <main id="main">
      <div className="page stack g12 items-start" role="alert">
        <h1>{texts.unreachable}</h1>
        <p className="mut">{errorText(error, words.controls.pleaseTryAgain)}</p>
        <Button onClick={() => client.refetchQueries({ queryKey: userKey })}>{texts.reload}</Button>
      </div>
    </main>
  );
}
