import { useQuery } from '@tanstack/react-query';
import { config } from '../../contract/site.ts';
import { queryFor } from '../data/query.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { TextLink } from '../ui/form/button.tsx';
import { words } from '../words/words.ts';
import { useSession } from './session.tsx';

const texts = words.unreachable;

/** Beside a code or link for other devices: says so where none of them reaches this place. */
export function UnreachableNote() {
  const here = useQuery(queryFor(config, {})).data?.onlyHere ?? null;
  const { user } = useSession();
  if (here === null) return null;
  return (
    <Alert tone="warn">
      {texts.text({ host: here })} {texts.how}{' '}
      {user?.isAdmin ? (
        <TextLink href="/admin/system" inline>
          {texts.more}
        </TextLink>
      ) : null}
    </Alert>
  );
}
