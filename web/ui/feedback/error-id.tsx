import { useState } from 'react';
import { words } from '../../words/words.ts';
import { Button } from '../form/button.tsx';

/** The error id, with a button to copy it. The operator finds the cause by it in the log. */
export function ErrorId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      // Not allowed here: it can still be selected.
      () => setCopied(false),
    );
  };
  return (
    <div className="eid small">
      <span>
        {words.ui.errorId} <code>{id}</code>
      </span>
      {/* Pages that came by plain http have no clipboard. */}
      {isSecureContext ? (
        <Button kind="ghost" size="sm" onClick={copy}>
          {copied ? words.ui.copied : words.ui.copy}
        </Button>
      ) : null}
    </div>
  );
}
