import { useQuery } from '@tanstack/react-query';
import { config } from '../../contract/site.ts';
import { queryFor } from '../data/query.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { TextLink } from '../ui/form/button.tsx';
import { words } from '../words/words.ts';
import { useSession } from './session.tsx';

const texts = words.unreachable;

/** Beside a code or link for other devices: says so where none of them reaches this place, or only those nearby. */
export function UnreachableNote() {
  const { onlyHere, onlyNearby } = useQuery(queryFor(config, {})).data ?? {};
  const { user } = useSession();
  const text = onlyHere
    ? texts.text({ host: onlyHere })
    : onlyNearby
      ? texts.nearby({ host: onlyNearby })
      : null;
  if (text === null) return null;
  return (
    <Alert tone="warn">
      {text} {texts.how}{' '}
      {user?.isAdmin ? (
        <TextLink href="/admin/system" inline>
          {texts.more}
        </TextLink>
      ) : null}
    </Alert>
  );
}
