import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as imports from '../../../contract/imports.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { keepImport, shareImport } from './end-import.ts';

const texts = words.imports;

/** An open import that this browser knows nothing of: it can be shared or kept as it is. */
export function OpenElsewhere() {
  const client = useQueryClient();
  const { data } = useQuery({ ...queryFor(imports.current, {}), staleTime: 0 });
  const [isEnding, setEnding] = useState(false);
  const open = data?.import;
  if (!open || open.albums.length === 0) return null;
  const end = async (call: (id: string) => Promise<unknown>) => {
    setEnding(true);
    try {
      await call(open.id);
      await client.invalidateQueries();
    } catch (error) {
      toast({ title: texts.endFailed, text: errorText(error), tone: 'destructive' });
    } finally {
      setEnding(false);
    }
  };
  return (
    <Alert tone="warn">
      <p>{texts.openElsewhere({ albums: open.albums.length })}</p>
      <div className="row wrap g8 mt-2">
        <Button kind="quiet" size="sm" disabled={isEnding} onClick={() => void end(shareImport)}>
          {texts.shareNow}
        </Button>
        <Button kind="quiet" size="sm" disabled={isEnding} onClick={() => void end(keepImport)}>
          {texts.keepNow}
        </Button>
      </div>
    </Alert>
  );
}
