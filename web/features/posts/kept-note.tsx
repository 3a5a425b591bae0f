import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { clock } from '../../words/time.ts';
import { words } from '../../words/words.ts';

/** Says that what stands below is not fresh. */
export function KeptNote({ at }: { at: number }) {
  const client = useQueryClient();
  return (
    <div className="post p-0!">
      <Alert tone="warn" icon={WifiOff} role="status">
        <p>{words.posts.feed.kept(clock(at))}</p>
        <Button kind="quiet" size="sm" className="mt-2" onClick={() => void client.invalidateQueries()}>
          {words.ui.tryAgain}
        </Button>
      </Alert>
    </div>
  );
}
