// Loads after the first screen; it could not be fetched once the connection is lost.
import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { offlineSince, tryAgain, useOnline } from './connection.ts';
import { useOfflineDataAt } from './offline-data-at.ts';
import { Button } from '../ui/form/button.tsx';
import { clock } from '../words/dates.ts';
import { words } from '../words/words.ts';

const texts = words.offlineNote;

/** Says on every page that nothing new can arrive, and as of when everything is that the page shows. */
export default function OfflineNote() {
  const client = useQueryClient();
  const online = useOnline();
  const keptAt = useOfflineDataAt();
  if (online && keptAt === null) return null;
  const asOf = keptAt ?? offlineSince();
  return (
    <div className="offline" role="status">
      <div className="row">
        <WifiOff aria-hidden="true" />
        <p className="grow">
          <b className="b">{online ? texts.unreachable : texts.isOffline}</b>{' '}
          {asOf === null ? null : texts.asOf({ when: clock(asOf) })}
        </p>
        <Button kind="quiet" size="sm" onClick={() => tryAgain(client)}>
          {texts.reload}
        </Button>
      </div>
    </div>
  );
}
